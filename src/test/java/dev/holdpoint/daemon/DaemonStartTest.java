package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigSources;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that cannot start says what the matter is. */
class DaemonStartTest {
  @TempDir private Path data;

  @Test
  void a_port_that_is_taken_is_named() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(taken.getLocalPort()))
          .isInstanceOf(StartRefused.class)
          .message()
          .startsWith("cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .endsWith("choose another with --port");
    }
  }

  @Test
  void files_that_cannot_be_used_are_not_called_a_port() throws Exception {
    Files.writeString(data.resolve("processes"), "a file where a folder should be");

    assertThatThrownBy(() -> start(0))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("The files in " + data + " cannot be used")
        .hasMessageContaining("processes")
        .hasMessageNotContaining("--port");
  }

  @Test
  void what_is_not_ours_among_the_processes_stops_nobody() throws Exception {
    Path processes = Files.createDirectories(data.resolve("processes"));
    Files.write(processes.resolve("notes.txt"), new byte[] {(byte) 0xff, (byte) 0xfe});

    start(0).close();
  }

  private Daemon start(int port) throws Exception {
    Map<String, String> flags = Map.of("data", data.toString(), "port", "" + port);
    return Daemon.start(
        Config.load(new ConfigSources(null, Map.of(), flags, data)),
        "test",
        InstantSource.system());
  }
}
