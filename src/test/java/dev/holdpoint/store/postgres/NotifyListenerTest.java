package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** Whoever listens for the other nodes. */
final class NotifyListenerTest {
  private static String at(ServerSocket server) {
    return "postgres://holdpoint:secret@127.0.0.1:" + server.getLocalPort() + "/ledger";
  }

  @Test
  void who_cannot_listen_is_not_kept_from_looking() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        NotifyListener ear =
            new NotifyListener(PostgresUrl.parse(at(silent)), "holdpoint", "own")) {
      // It is over while the server still owes its first word.
      assertThat(ear.await(1)).isFalse();
      try (Socket _ = silent.accept()) {
        assertThat(ear.await(1)).isFalse();
      }
    }
  }
}
