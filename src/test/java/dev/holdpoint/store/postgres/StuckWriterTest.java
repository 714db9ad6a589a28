package dev.holdpoint.store.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** A writer that has the lock and does not go on: who is ended for it, and who is not. */
final class StuckWriterTest {
  private static final long LEASE_MS = 1_000;
  private static final int MOST_TRIES = 20;
  private static final int VERSION_3 = 3 << 16;
  private static final int READY = 'Z';

  private static PostgresStore node(String url) {
    PostgresStore store = PostgresStore.open(url);
    store.cluster().join("node", new Node.Card("node", null, "test", 0, 0, 0), LEASE_MS);
    return store;
  }

  private static void commit(Store store, long sessionKey) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().add(Samples.session(sessionKey)).writes());
      transaction.commit();
    }
  }

  /** On a busy machine the server may take the node itself for stopped, and end what it writes. */
  private static void commitInTheEnd(Store store, long sessionKey) {
    for (int tries = 1; !has(store, sessionKey); tries++) {
      try {
        commit(store, sessionKey);
      } catch (StoreFailure e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private static boolean has(Store store, long sessionKey) {
    return store.read(queries -> queries.session(sessionKey) != null);
  }

  /** The server waits for the rest, and does not count that as idle. */
  @Test
  void one_that_stops_in_the_middle_of_a_batch_is_ended() throws IOException {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (PostgresStore store = node(url);
        Socket socket = stoppedWithTheLock(url)) {
      commitInTheEnd(store, 7);
      assertThat(has(store, 7)).isTrue();
      assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
    }
  }

  /** As a node whose buffer was full when it was stopped: a statement has gone, its end has not. */
  private static Socket stoppedWithTheLock(String url) throws IOException {
    URI at = URI.create(url);
    Socket socket = new Socket(at.getHost(), at.getPort());
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    String user = at.getUserInfo().substring(0, at.getUserInfo().indexOf(':'));
    String names = "user\0" + user + "\0database\0" + at.getPath().substring(1) + "\0\0";
    out.writeInt(2 * Integer.BYTES + names.length());
    out.writeInt(VERSION_3);
    out.write(names.getBytes(US_ASCII));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    awaitReady(in);
    send(
        out,
        'Q',
        "BEGIN; SELECT pg_advisory_xact_lock(%d)\0".formatted(WriterConnection.ORDER_LOCK));
    awaitReady(in);
    send(out, 'P', "\0SELECT 1\0\0\0");
    return socket;
  }

  private static void send(DataOutputStream out, char kind, String body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream message = new DataOutputStream(bytes);
    message.writeByte(kind);
    message.writeInt(Integer.BYTES + body.length());
    message.write(body.getBytes(US_ASCII));
    out.write(bytes.toByteArray());
    out.flush();
  }

  private static void awaitReady(DataInputStream in) throws IOException {
    int kind;
    do {
      kind = in.readUnsignedByte();
      in.readNBytes(in.readInt() - Integer.BYTES);
    } while (kind != READY);
  }

  /** To end it would show everybody what no standby has. */
  @Test
  void a_commit_that_waits_for_a_standby_is_not_ended_and_is_shown_when_that_has_it() {
    try (EmbeddedPostgres server = EmbeddedPostgres.start(false)) {
      String url = server.newDatabase();
      try (PostgresStore store = node(url)) {
        standby(server, "nobody");
        StoreFailure told = null;
        for (int tries = 0; waiting(server) == 0 && tries < MOST_TRIES; tries++) {
          told = catchThrowableOfType(StoreFailure.class, () -> commit(store, 7));
        }
        assertThat(told).isInstanceOf(CommitInDoubt.class);
        assertThatThrownBy(() -> commit(store, 8)).isInstanceOf(StoreFailure.class);
        assertThat(waiting(server)).isEqualTo(1);
        assertThat(has(store, 7)).isFalse();

        standby(server, "");
        await().until(() -> waiting(server) == 0);
        commitInTheEnd(store, 9);
        assertThat(has(store, 7)).isTrue();
        assertThat(has(store, 8)).isFalse();
      }
    }
  }

  private static void standby(EmbeddedPostgres server, String name) {
    server.execute("postgres", "ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
    server.execute("postgres", "SELECT pg_reload_conf()");
    await().until(() -> server.column("postgres", "SHOW synchronous_standby_names").contains(name));
  }

  private static long waiting(EmbeddedPostgres server) {
    return server.number(
        "postgres", "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  }
}
