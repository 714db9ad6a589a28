package dev.holdpoint.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.Outdated;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.postgres.PostgresStore;
import dev.holdpoint.store.sql.Schema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that beat when the test says so. */
final class MembershipTest {
  private static final long LEASE_MS = 10_000;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final List<Member> all = new ArrayList<>();

  @AfterEach
  void close() {
    all.forEach(member -> member.store.close());
  }

  /** A node that notes what it is to do. */
  private final class Member implements Membership.Affairs {
    final Store store = PostgresStore.open(url);
    final List<String> stops = new ArrayList<>();
    final Membership membership;
    boolean draining;

    Member(String name) {
      membership =
          new Membership(
              store.cluster(),
              name,
              off -> new Node.Card(name, null, "test", off, 0, 0),
              LEASE_MS,
              InstantSource.system(),
              this);
      store.cluster().join(name, membership.card(), LEASE_MS);
      all.add(this);
    }

    void beat() {
      membership.beat();
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void settle(long epoch) {}

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
        .contains("version " + (Schema.VERSION + 1) + " at least", "upgrade this node");
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
