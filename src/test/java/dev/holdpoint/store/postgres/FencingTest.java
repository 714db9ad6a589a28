package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.port.failure.Fenced;
import dev.holdpoint.engine.port.failure.LeaseLost;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes on one real database: who may write, and what. */
class FencingTest {
  /** Nobody is missed, and nobody is ended for having stopped, while a test takes its time. */
  private static final long LEASE_MS = 300_000;

  private static final ClusterTimeouts SHORT = new ClusterTimeouts(1_000);
  private static final int MOST_TRIES = 20;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final String database = url.substring(url.lastIndexOf('/') + 1);
  private final List<PostgresStore> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(Store::close);
  }

  private PostgresStore node(String name) {
    PostgresStore store = PostgresStore.open(url);
    open.add(store);
    store.cluster().join(name, card(name), LEASE_MS);
    return store;
  }

  private static Node.Card card(String id) {
    return new Node.Card(id, "http://" + id, "test", 0, 0, 0);
  }

  /** As if it had said nothing for an hour. */
  private void silence(Store store) {
    server.execute(
        database,
        "UPDATE nodes SET seen_at_ms = seen_at_ms - 3600000 WHERE epoch = "
            + store.cluster().epoch());
  }

  @Test
  void a_node_that_counts_as_gone_writes_nothing_until_it_has_joined_again() {
    PostgresStore paused = node("paused");
    PostgresStore other = node("other");
    long old = paused.cluster().epoch();
    silence(paused);

    assertThat(other.cluster().declareLost(LEASE_MS))
        .extracting(Node::name)
        .containsExactly("paused");
    assertThatThrownBy(() -> commit(paused, 1)).isInstanceOf(Fenced.class);
    assertThat(paused.cluster().beat(card("paused"))).isNull();
    assertThatThrownBy(() -> paused.cluster().declareLost(0)).isInstanceOf(Fenced.class);
    assertThat(other.cluster().unsettled()).contains(old);
    commit(other, 2);

    assertThat(paused.cluster().join("paused", card("paused"), LEASE_MS)).isGreaterThan(old);
    commit(paused, 3);
    assertThat(other.<Long>read(queries -> queries.countSessions(null))).isEqualTo(2);
  }

  /** As a standby has it that was promoted before it had heard that the node joined. */
  private void unheardOf(Store store) {
    server.execute(database, "DELETE FROM nodes WHERE epoch = " + store.cluster().epoch());
  }

  @Test
  void a_node_whose_epoch_is_anothers_counts_as_gone() {
    PostgresStore first = node("first");
    unheardOf(first);
    PostgresStore other = node("other");
    assertThat(other.cluster().epoch()).isEqualTo(first.cluster().epoch());
    write(other, newRun(Samples.run(1, 9, new RunState.Running()), other.cluster().epoch()));

    assertThatThrownBy(() -> commit(first, 2)).isInstanceOf(Fenced.class);
    assertThatThrownBy(() -> first.cluster().leave()).isInstanceOf(Fenced.class);
    assertThat(first.cluster().beat(card("first"))).isNull();
    assertThat(first.cluster().release(List.of())).isZero();
    assertThat(first.cluster().claim(1, 10)).isEmpty();
    assertThat(other.cluster().claim(1, 10)).containsExactly(1L);
    assertThat(other.cluster().beat(card("other"))).isNotNull();

    unheardOf(other);
    PostgresStore again = node("other");
    assertThat(again.cluster().epoch()).isEqualTo(other.cluster().epoch());
    assertThatThrownBy(() -> commit(other, 2)).isInstanceOf(Fenced.class);
    assertThat(first.cluster().join("first", card("first"), LEASE_MS))
        .isGreaterThan(again.cluster().epoch());
    commit(first, 3);
  }

  @Test
  void a_node_that_is_lost_while_its_transaction_is_open_commits_before_or_never() {
    PostgresStore slow = node("slow");
    PostgresStore other = node("other");
    silence(slow);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<List<Node>> lost;
      try (Store.Transaction open = slow.begin()) {
        lost = threads.submit(() -> other.cluster().declareLost(LEASE_MS));
        open.write(new Writing().add(Samples.session(1)).writes());
        assertThat(lost).isNotDone();
        open.commit();
      }
      assertThat(lost).succeedsWithin(Duration.ofSeconds(30));
    }
    assertThat(other.<Long>read(queries -> queries.countSessions(null))).isEqualTo(1);
    assertThatThrownBy(() -> commit(slow, 2)).isInstanceOf(Fenced.class);
  }

  @Test
  void whoever_stops_with_the_lock_in_hand_keeps_the_others_waiting_for_a_while_only() {
    PostgresStore stopped = node("stopped");
    PostgresStore other = node("other");
    stopped.seat(stopped.seat(), SHORT);
    Store.Transaction open = written(stopped, 1);

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(threads.submit(() -> commit(other, 2))).succeedsWithin(Duration.ofSeconds(30));
    }

    assertThatThrownBy(open::commit).isInstanceOf(StoreFailure.class);
    open.close();
    stopped.seat(stopped.seat(), new ClusterTimeouts(LEASE_MS));
    assertThat(other.<Long>read(queries -> queries.countSessions(null))).isEqualTo(1);
    commit(stopped, 3);
  }

  /** Begins anew when the server has taken it for stopped already, on a busy machine. */
  private static Store.Transaction written(Store store, long key) {
    for (int tries = 1; ; tries++) {
      Store.Transaction open = store.begin();
      try {
        open.write(new Writing().add(Samples.session(key)).writes());
        return open;
      } catch (StoreFailure e) {
        open.close();
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  @Test
  void a_run_is_carried_on_by_its_holder_alone() {
    PostgresStore first = node("first");
    PostgresStore second = node("second");
    Run run = Samples.run(1, 9, new RunState.Running());
    write(first, newRun(run, first.cluster().epoch()));

    assertThatThrownBy(() -> write(second, changed(run, second)))
        .isInstanceOf(LeaseLost.class)
        .hasMessageContaining(run.id());
    assertThatThrownBy(() -> write(second, held(run, second))).isInstanceOf(LeaseLost.class);
    write(first, held(run, first));
    write(first, changed(run, first));

    write(second, released(run, second.cluster().epoch()));
    write(first, changed(run, first));
    write(second, released(run, first.cluster().epoch()));
    assertThatThrownBy(() -> write(first, changed(run, first))).isInstanceOf(LeaseLost.class);
    assertThat(second.cluster().claim(1, 10)).containsExactly(1L);
    write(second, changed(run, second));
  }

  @Test
  void a_run_that_parks_belongs_to_nobody_and_goes_to_whoever_resumes_it() {
    PostgresStore first = node("first");
    PostgresStore second = node("second");
    Run run = Samples.run(1, 9, new RunState.Running());
    write(first, newRun(run, first.cluster().epoch()));

    write(first, writes(List.of(), List.of(new RunRow(run, false, first.cluster().epoch(), 0))));
    assertThat(first.cluster().claim(10, 10)).isEmpty();
    write(second, writes(List.of(), List.of(new RunRow(run, true, 0, second.cluster().epoch()))));

    assertThat(second.cluster().claim(0, 10)).containsExactly(1L);
    assertThat(first.cluster().claim(10, 10)).isEmpty();
  }

  @Test
  void what_nobody_has_is_claimed_by_one_node_each() throws Exception {
    List<PostgresStore> nodes = List.of(node("one"), node("two"), node("three"));
    Writing all = new Writing();
    for (long key = 1; key <= 300; key++) {
      all.addRunnable(Samples.run(key, key, new RunState.Running()));
    }
    write(nodes.getFirst(), all.writes());

    // It has some in any case, which it loses below.
    nodes.getFirst().cluster().claim(7, 1_000);
    Set<Long> claimed = new HashSet<>();
    int count = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Long>>> takers =
          nodes.stream().map(node -> threads.submit(() -> claimAll(node.cluster()))).toList();
      for (Future<List<Long>> taker : takers) {
        claimed.addAll(taker.get());
        count += taker.get().size();
      }
    }
    assertThat(claimed).hasSize(300);
    assertThat(count).as("none is claimed twice").isEqualTo(300);

    silence(nodes.getFirst());
    nodes.getLast().cluster().declareLost(LEASE_MS);
    assertThat(nodes.getFirst().cluster().release(List.of())).isGreaterThan(0);
    nodes.getFirst().cluster().claim(300, 300);
    assertThat(nodes.getFirst().cluster().claim(300, 300))
        .as("who counts as gone takes nothing")
        .isEmpty();
  }

  private static List<Long> claimAll(Cluster cluster) {
    int had = -1;
    List<Long> have = List.of();
    while (have.size() > had) {
      had = have.size();
      have = cluster.claim(7, 1_000);
    }
    return have;
  }

  @Test
  void a_name_is_for_one_node_and_goes_with_its_folder() {
    PostgresStore first = node("east");
    long old = first.cluster().epoch();
    PostgresStore stranger = PostgresStore.open(url);
    open.add(stranger);
    assertThatThrownBy(() -> stranger.cluster().join("east", card("another-folder"), LEASE_MS))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("there is already a node with the name east (http://east)")
        .hasMessageContaining("cluster.name");

    PostgresStore again = node("east");
    assertThat(again.cluster().epoch()).isGreaterThan(old);
    assertThatThrownBy(() -> commit(first, 1)).isInstanceOf(Fenced.class);
    assertThat(again.cluster().unsettled()).contains(old);
    again.cluster().settled(old);
    assertThat(again.cluster().unsettled()).doesNotContain(old);
  }

  @Test
  void each_goes_on_where_the_other_has_ended() {
    PostgresStore first = node("first");
    PostgresStore second = node("second");
    write(first, marked(new Writes.Marks(7, 70, true, false, true)));
    LedgerHead seen;
    try (Store.Transaction transaction = second.begin()) {
      seen = Objects.requireNonNull(transaction.head());
    }
    assertThat(seen.lastEventId()).isEqualTo(7);
    assertThat(seen.lastKey()).isEqualTo(70);
    write(second, marked(new Writes.Marks(9, 60, false, true, false)));
    LedgerHead after = Objects.requireNonNull(first.cluster().head());
    assertThat(after).isEqualTo(seen.after(new Writes.Marks(9, 60, false, true, false)));
    assertThat(after.lastKey()).isEqualTo(70);
  }

  @Test
  void a_node_knows_the_row_that_it_has_made() {
    PostgresStore first = node("first");
    PostgresStore second = node("second");
    for (Node node : second.cluster().nodes().all()) {
      assertThat(first.cluster().hasMade(node)).isEqualTo(node.name().equals("first"));
      assertThat(second.cluster().hasMade(node)).isEqualTo(node.name().equals("second"));
    }
  }

  @Test
  void a_call_is_heard_by_the_others_and_not_by_oneself() throws InterruptedException {
    PostgresStore first = node("first");
    PostgresStore second = node("second");
    // Once it listens it says that something may have been missed before.
    assertThat(first.cluster().await(30_000)).isTrue();
    assertThat(second.cluster().await(30_000)).isTrue();
    first.cluster().announce();
    assertThat(second.cluster().await(30_000)).isTrue();
    assertThat(first.cluster().await(200)).isFalse();
  }

  private static void commit(Store store, long key) {
    write(store, new Writing().add(Samples.session(key)).writes());
  }

  private static void write(Store store, Writes writes) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(writes);
      transaction.commit();
    }
  }

  private static Writes newRun(Run run, long owner) {
    return writes(List.of(new RunRow(run, true, 0, owner)), List.of());
  }

  private static Writes changed(Run run, Store by) {
    long epoch = by.cluster().epoch();
    return writes(List.of(), List.of(new RunRow(run, true, epoch, epoch)));
  }

  private static Writes held(Run run, Store by) {
    return leased(new Writes.Leases(by.cluster().epoch(), List.of(run.key()), Map.of()));
  }

  private static Writes released(Run run, long from) {
    return leased(new Writes.Leases(from, List.of(), Map.of(run.key(), from)));
  }

  private static Writes writes(List<RunRow> added, List<RunRow> changed) {
    return with(added, changed, Writes.Leases.NONE, Writes.Marks.NONE);
  }

  private static Writes leased(Writes.Leases leases) {
    return with(List.of(), List.of(), leases, Writes.Marks.NONE);
  }

  private static Writes marked(Writes.Marks marks) {
    return with(List.of(), List.of(), Writes.Leases.NONE, marks);
  }

  private static Writes with(
      List<RunRow> added, List<RunRow> changed, Writes.Leases leases, Writes.Marks marks) {
    Writes none = new Writing().writes();
    return new Writes(
        none.newSessions(),
        added,
        changed,
        none.newGates(),
        none.changedGates(),
        none.journal(),
        none.remembered(),
        none.newTokens(),
        none.removedTokens(),
        none.changedSessions(),
        none.newMails(),
        none.deadLetters(),
        none.shelved(),
        none.newMemories(),
        none.staleMemories(),
        none.removed(),
        none.outgoing(),
        none.secrets(),
        leases,
        marks);
  }
}
