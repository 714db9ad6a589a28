package dev.holdpoint.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.cluster.Roster.State;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is there, on a real PostgreSQL database. */
class RosterTest {
  private static final long LEASE_MS = 300_000;

  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final Store east = Stores.open(url, Path.of("unused"));
  private final Store west = Stores.open(url, Path.of("unused"));

  @AfterEach
  void close() {
    east.close();
    west.close();
  }

  @Test
  void each_node_sees_all_and_knows_itself() {
    Roster roster = roster(east);
    assertThat(roster.look().isCutOff()).as("it has not joined yet").isFalse();

    join(east, "east");
    join(west, "west");

    assertThat(names(roster)).containsExactly("east LIVE self", "west LIVE");
    assertThat(names(roster(west))).containsExactly("east LIVE", "west LIVE self");
    assertThat(roster.look().live()).isEqualTo(2);
    assertThat(roster.look().epoch()).isEqualTo(east.cluster().epoch()).isPositive();
    assertThat(roster.look().isCutOff()).isFalse();
    // One machine, one clock; the database rounds where Java cuts.
    assertThat(roster.look().clockOffMs()).isBetween(-1L, 1L);
  }

  @Test
  void a_node_is_drained_by_any_other_and_takes_work_again() {
    join(east, "east");
    join(west, "west");

    assertThat(roster(west).drain("east", true).state()).isEqualTo(State.DRAINING);
    assertThat(roster(west).drain("east", true).state()).as("again").isEqualTo(State.DRAINING);
    assertThat(roster(east).look().isDraining()).isTrue();
    assertThat(roster(west).look().isDraining()).isFalse();
    assertThat(east.cluster().beat(card())).extracting(Cluster.Beat::draining).isEqualTo(true);

    assertThat(roster(west).drain("east", false).state()).isEqualTo(State.LIVE);
    assertThat(roster(east).look().isDraining()).isFalse();
  }

  @Test
  void a_node_that_says_nothing_is_silent_and_then_lost_and_knows_that_it_is_cut_off() {
    join(east, "east");
    join(west, "west");

    heardBefore("east", 60_000);
    assertThat(roster(west).find("east").state()).isEqualTo(State.LIVE);
    heardBefore("east", 120_000);
    assertThat(roster(west).find("east").state()).isEqualTo(State.SILENT);
    assertThat(roster(west).find("east").silentMs()).isGreaterThanOrEqualTo(120_000);
    assertThat(roster(east).look().isCutOff()).isFalse();

    heardBefore("east", LEASE_MS + 1_000);
    west.cluster().declareLost(LEASE_MS);

    assertThat(names(roster(west))).containsExactly("east LOST", "west LIVE self");
    assertThat(roster(east).look().isCutOff()).isTrue();
    refused(() -> roster(west).drain("east", true), Problem.NODE_GONE);
    refused(() -> roster(west).drain("north", true), Problem.NODE_NOT_FOUND);
    refused(() -> roster(west).find("north"), Problem.NODE_NOT_FOUND);
  }

  @Test
  void a_node_that_was_started_again_is_listed_once() {
    join(east, "east");
    long before = east.cluster().epoch();
    east.cluster().leave();
    assertThat(names(roster(west))).containsExactly("east LEFT");

    join(west, "east");

    assertThat(names(roster(west))).containsExactly("east LIVE self");
    assertThat(roster(west).find("east").node().epoch()).isGreaterThan(before);
    assertThat(roster(east).look().self()).as("another has its name").isNull();
    assertThat(roster(east).look().isCutOff()).isTrue();
  }

  @Test
  void a_clock_that_is_off_is_told_by_how_much() {
    join(east, "east");
    Roster ahead = roster(east, () -> System.currentTimeMillis() + 60_000);
    Roster behind = roster(east, () -> System.currentTimeMillis() - 60_000);

    assertThat(ahead.look().clockOffMs()).isPositive().isLessThanOrEqualTo(60_000);
    assertThat(behind.look().clockOffMs()).isNegative().isGreaterThanOrEqualTo(-60_000);
  }

  @ParameterizedTest
  @CsvSource({
    // before, database, after, off
    "100, 100, 100, 0",
    "100, 150, 200, 0",
    "100, 99,  9999, 1",
    "100, 250, 200, -50"
  })
  void a_slow_answer_is_no_wrong_clock(long before, long database, long after, long off) {
    assertThat(Roster.clockOff(before, database, after)).isEqualTo(off);
  }

  @ParameterizedTest
  @CsvSource({"2000, 3000", "10000, 3000", "300000, 90000"})
  void silence_is_measured_by_how_often_nodes_speak(long leaseMs, long silentMs) {
    assertThat(Roster.silentMs(leaseMs)).isEqualTo(silentMs);
  }

  @Test
  void whoever_is_alone_by_nature_is_the_only_one() {
    Roster alone =
        new Roster(Cluster.ALONE, new Roster.Self("me", 5, RosterTest::card), () -> 9, LEASE_MS);

    assertThat(names(alone)).containsExactly("me LIVE self");
    assertThat(alone.look().isCutOff()).isFalse();
    refused(() -> alone.drain("me", true), Problem.NODE_ALONE);
    refused(() -> alone.drain("you", true), Problem.NODE_NOT_FOUND);
  }

  private static void refused(Runnable deed, Problem problem) {
    assertThatThrownBy(deed::run)
        .isInstanceOfSatisfying(
            Refused.class, e -> assertThat(e.refusal().problem()).isEqualTo(problem));
  }

  /** As if the node had last said so long ago that it is there. */
  private void heardBefore(String name, long ms) {
    EmbeddedPostgres.shared()
        .execute(
            url.substring(url.lastIndexOf('/') + 1),
            "UPDATE nodes SET seen_at_ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
                + " - %d WHERE name = '%s'".formatted(ms, name));
  }

  private static List<String> names(Roster roster) {
    return roster.look().entries().stream()
        .map(one -> one.node().name() + " " + one.state() + (one.self() ? " self" : ""))
        .toList();
  }

  private static Roster roster(Store store) {
    return roster(store, System::currentTimeMillis);
  }

  private static Roster roster(Store store, LongSupplier clock) {
    Roster.Self self = new Roster.Self("unused", 0, RosterTest::card);
    return new Roster(store.cluster(), self, clock, LEASE_MS);
  }

  private static void join(Store store, String name) {
    store.cluster().join(name, card(), LEASE_MS);
  }

  private static Node.Card card() {
    return new Node.Card("0123456789abcdef", "http://127.0.0.1:1", "test", 0, 0, 0);
  }
}
