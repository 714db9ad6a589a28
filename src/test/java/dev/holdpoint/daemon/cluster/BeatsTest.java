package dev.holdpoint.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import dev.holdpoint.store.postgres.PostgresStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node says that it is there, whatever else it waits for. */
final class BeatsTest {
  /** With this one waits longer for the lock than the test takes. */
  private static final long LEASE_MS = 300_000;

  /** After so many beats a node can tell who is silent: it has been there for longer itself. */
  private static final int BEATS_TO_TELL = 9;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final String database = url.substring(url.lastIndexOf('/') + 1);
  private final List<Store> open = new ArrayList<>();
  private long nanos;

  @AfterEach
  void close() {
    open.forEach(Store::close);
  }

  private static Node.Card card(String name) {
    return new Node.Card(name, null, "test", 0, 0, 0);
  }

  private Store node(String name) {
    Store store = PostgresStore.open(url);
    open.add(store);
    store.cluster().join(name, card(name), LEASE_MS);
    return store;
  }

  /** A daemon that has nothing to do but to keep its place. */
  private static final class Quiet implements Membership.Affairs {
    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void settle(long epoch) {}

    @Override
    public void letGo() {
      throw new AssertionError("nobody has taken its place");
    }

    @Override
    public void back() {}

    @Override
    public void drain(boolean on) {}

    @Override
    public long commitsSeen() {
      return 0;
    }

    @Override
    public void lookAround() {}

    @Override
    public void stop(String why) {
      throw new AssertionError(why);
    }
  }

  private Membership membership(Store store, String name) {
    return new Membership(
        store.cluster(),
        name,
        _ -> card(name),
        LEASE_MS,
        InstantSource.system(),
        () -> nanos,
        new Quiet());
  }

  /** By its own clock the next beat is due then. */
  private void beat(Membership membership) {
    membership.beat();
    nanos += TimeUnit.MILLISECONDS.toNanos(membership.beatMs());
  }

  private void silentForAnHour(Store store) {
    server.execute(
        database,
        "UPDATE nodes SET seen_at_ms = seen_at_ms - 3600000 WHERE epoch = "
            + store.cluster().epoch());
  }

  private static Node row(Store store, String name) {
    return store.cluster().nodes().all().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private boolean somebodyWaitsForTheLock() {
    return !server
        .column(
            database,
            """
            SELECT l.pid::text FROM pg_locks l JOIN pg_database d ON d.oid = l.database
            WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()""")
        .isEmpty();
  }

  @Test
  void a_node_that_waits_for_the_lock_of_another_is_heard_meanwhile() {
    Store waiting = node("waiting");
    Store holder = node("holder");
    Store silent = node("silent");
    silentForAnHour(silent);
    Membership beating = membership(waiting, "waiting");

    try (Store.Transaction held = holder.begin()) {
      held.write(new Writing().add(Samples.session(1)).writes());
      for (int i = 0; i < BEATS_TO_TELL; i++) {
        beat(beating);
      }
      // It misses the silent one, and would count it as gone: that takes the lock.
      await().atMost(Duration.ofSeconds(30)).until(this::somebodyWaitsForTheLock);
      for (int i = 0; i < 3; i++) {
        long before = row(holder, "waiting").seenAtMs();
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> {
                  beat(beating);
                  return row(holder, "waiting").seenAtMs() > before;
                });
      }
      assertThat(somebodyWaitsForTheLock()).as("all that while").isTrue();
      assertThat(beating.isCutOff()).isFalse();
      held.commit();
    }

    await().until(() -> !row(holder, "silent").isLive());
    assertThat(row(holder, "waiting").isLive()).isTrue();
    assertThat(silent.cluster().beat(card("silent"))).as("it was the silent one").isNull();
    assertThat(holder.<Long>read(queries -> queries.countSessions(null))).isEqualTo(1);
  }
}
