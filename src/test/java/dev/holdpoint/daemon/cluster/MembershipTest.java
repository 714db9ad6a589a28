package dev.holdpoint.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.failure.Outdated;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.postgres.PostgresStore;
import dev.holdpoint.store.sql.Schema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that beat when the test says so. */
final class MembershipTest {
  private static final long LEASE_MS = 300_000;
  private static final long HOUR_MS = 3_600_000;

  /** After so many beats a node can tell who is silent: it has been there for longer itself. */
  private static final int BEATS_TO_TELL = 9;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final List<Member> all = new ArrayList<>();

  @AfterEach
  void close() {
    all.forEach(member -> member.store.close());
  }

  /** A node that notes what it is to do. */
  final class Member implements Membership.Affairs {
    final Store store = PostgresStore.open(url);
    final List<String> stops = new ArrayList<>();
    final Queue<Long> settled = new ConcurrentLinkedQueue<>();
    final Membership membership;
    boolean draining;
    private long nanos;

    Member(String name) {
      membership =
          new Membership(
              store.cluster(),
              name,
              off -> new Node.Card(name, null, "test", off, 0, 0),
              LEASE_MS,
              InstantSource.system(),
              () -> nanos,
              this);
      store.cluster().join(name, membership.card(), LEASE_MS);
      all.add(this);
    }

    /** By its own clock the next beat is due then. */
    void beat() {
      membership.beat();
      nanos += TimeUnit.MILLISECONDS.toNanos(membership.beatMs());
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void settle(long epoch) {
      settled.add(epoch);
    }

    @Override
    public void letGo() {}

    @Override
    public void back() {}

    @Override
    public void drain(boolean on) {
      draining = on;
    }

    @Override
    public long commitsSeen() {
      return 0;
    }

    @Override
    public void lookAround() {}

    @Override
    public void stop(String why) {
      stops.add(why);
    }
  }

  private void execute(String sql) {
    server.execute(url.substring(url.lastIndexOf('/') + 1), sql);
  }

  private void takesOnlyNewerPrograms() {
    execute("UPDATE meta SET value = '%d' WHERE name = 'admits'".formatted(Schema.VERSION + 1));
  }

  private void lost(Member member) {
    execute("UPDATE nodes SET state = 2 WHERE epoch = " + member.store.cluster().epoch());
  }

  private void silentForAnHour(Member member) {
    execute(
        "UPDATE nodes SET seen_at_ms = seen_at_ms - %d WHERE epoch = %d"
            .formatted(HOUR_MS, member.store.cluster().epoch()));
  }

  private static Node.State state(Member by, long epoch) {
    return by.store.cluster().nodes().all().stream()
        .filter(node -> node.epoch() == epoch)
        .findFirst()
        .orElseThrow()
        .state();
  }

  @Test
  void who_finds_that_a_node_is_gone_waits_for_no_other_to_see_to_it() {
    // It stands still, but nobody can tell yet.
    Member first = new Member("first");
    Member dead = new Member("dead");
    Member finds = new Member("finds");
    long epoch = dead.store.cluster().epoch();
    silentForAnHour(dead);
    for (int i = 0; i < BEATS_TO_TELL; i++) {
      finds.beat();
    }
    // Without another beat.
    await().until(() -> finds.settled.contains(epoch));
    assertThat(state(finds, epoch)).isEqualTo(Node.State.LOST);
    assertThat(state(finds, first.store.cluster().epoch())).isEqualTo(Node.State.LIVE);
  }

  /** How a node is cut off for one beat. */
  enum Cut {
    NOT_HEARD {
      @Override
      void off(MembershipTest test, Member node) {
        test.execute("ALTER TABLE nodes RENAME TO away");
        node.beat();
        test.execute("ALTER TABLE away RENAME TO nodes");
      }
    },
    TAKEN_FOR_GONE {
      @Override
      void off(MembershipTest test, Member node) {
        test.lost(node);
        node.beat();
      }
    };

    abstract void off(MembershipTest test, Member node);
  }

  @ParameterizedTest
  @EnumSource
  void who_was_cut_off_counts_nobody_as_gone_before_they_were_heard_for_as_long_again(Cut cut) {
    Member silent = new Member("silent");
    long epoch = silent.store.cluster().epoch();
    silentForAnHour(silent);
    Member shaky = new Member("shaky");
    for (int i = 0; i < 3 * BEATS_TO_TELL; i++) {
      cut.off(this, shaky);
      assertThat(shaky.membership.isCutOff()).isTrue();
      shaky.beat();
    }
    assertThat(state(silent, epoch)).isEqualTo(Node.State.LIVE);
    assertThat(shaky.settled).doesNotContain(epoch);

    for (int i = 0; i < BEATS_TO_TELL; i++) {
      shaky.beat();
    }
    await().until(() -> shaky.settled.contains(epoch));
  }

  @Test
  void what_a_node_has_left_is_seen_to_at_the_second_beat_if_the_first_does_not() {
    Member first = new Member("first");
    Member leaves = new Member("leaves");
    Member other = new Member("other");
    long epoch = leaves.store.cluster().epoch();
    leaves.store.cluster().leave();
    other.beat();
    assertThat(other.settled).doesNotContain(epoch);
    other.beat();
    await().until(() -> other.settled.contains(epoch));
    first.beat();
    await().until(() -> !first.store.cluster().unsettled().contains(epoch));
  }

  @Test
  void a_node_that_was_draining_when_it_was_lost_is_draining_when_it_is_back() {
    Member drained = new Member("drained");
    drained.store.cluster().drain(drained.store.cluster().epoch(), true);
    drained.beat();
    long old = drained.store.cluster().epoch();
    lost(drained);
    drained.beat();
    drained.beat();
    assertThat(drained.store.cluster().epoch()).isGreaterThan(old);
    assertThat(drained.draining).isTrue();
    assertThat(drained.membership.isDraining()).isTrue();

    // A daemon that was started anew takes work.
    Member started = new Member("drained");
    started.beat();
    assertThat(started.membership.isDraining()).isFalse();
  }

  @Test
  void a_node_that_the_tables_do_not_admit_any_more_stops_at_its_next_beat() {
    Member old = new Member("old");
    old.beat();
    assertThat(old.stops).isEmpty();
    takesOnlyNewerPrograms();
    // Nor can it use a table that is not what it was.
    execute("ALTER TABLE nodes RENAME COLUMN seen_at_ms TO heard_at_ms");
    old.beat();
    assertThat(old.stops)
        .singleElement()
        .asString()
        .contains("version " + (Schema.VERSION + 1) + " or later", "upgrade this node");
  }

  @Test
  void a_node_that_was_away_while_the_tables_were_brought_up_does_not_come_back() {
    Member old = new Member("old");
    lost(old);
    takesOnlyNewerPrograms();
    assertThatThrownBy(() -> old.store.cluster().join("old", old.membership.card(), LEASE_MS))
        .isInstanceOf(Outdated.class)
        .hasMessageContaining("upgrade this node");
    assertThat(old.store.cluster().nodes().all()).noneMatch(Node::isLive);
  }
}
