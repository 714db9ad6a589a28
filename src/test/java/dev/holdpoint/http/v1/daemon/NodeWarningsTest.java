package dev.holdpoint.http.v1.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.cluster.Roster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is told of a node, by how it stands among the others. */
class NodeWarningsTest {
  @ParameterizedTest
  @CsvSource({
    // own,   draining, clock off, warnings
    "LIVE,    false,    0,         ''",
    "LIVE,    false,    1000,      ''",
    "LIVE,    false,    -1000,     ''",
    "LIVE,    false,    1001,      node_clock_off",
    "LIVE,    true,     0,         node_draining",
    "LIVE,    true,     -1001,     node_draining node_clock_off",
    "LOST,    false,    0,         node_cut_off",
    "LOST,    true,     0,         node_cut_off",
    "LEFT,    false,    0,         node_cut_off"
  })
  void each_is_told_and_only_a_node_that_takes_work_is_ready(
      Node.State own, boolean draining, long clockOffMs, String codes) {
    Roster.Look look = look(true, own, draining, clockOffMs);

    List<StatusView.Warning> warnings = NodeWarnings.of(look);

    assertThat(String.join(" ", warnings.stream().map(StatusView.Warning::code).toList()))
        .isEqualTo(codes);
    assertThat(warnings).allSatisfy(one -> assertThat(one.message()).endsWith("."));
    assertThat(NodeWarnings.refusal(look) == null).isEqualTo(own == Node.State.LIVE && !draining);
  }

  @Test
  void a_clock_is_told_with_what_to_do() {
    assertThat(NodeWarnings.of(look(true, Node.State.LIVE, false, 2_340)))
        .extracting(StatusView.Warning::message)
        .containsExactly(
            "This machine's clock is 2.3 s ahead of the database's, and so are this node's deadlines and times. Synchronize it with NTP.");
    assertThat(NodeWarnings.of(look(true, Node.State.LIVE, false, -61_000)))
        .extracting(StatusView.Warning::message)
        .first()
        .asString()
        .startsWith("This machine's clock is 61.0 s behind the database's");
  }

  @Test
  void whoever_has_no_place_among_the_nodes_is_cut_off() {
    Roster.Look nobody = new Roster.Look(true, 7, List.of(), 0);

    assertThat(nobody.isCutOff()).isTrue();
    assertThat(NodeHandlers.cluster(nobody))
        .isEqualTo(new StatusView.Cluster(null, 0, 0, false, 0));
  }

  @Test
  void whoever_has_not_joined_yet_is_not_cut_off() {
    assertThat(new Roster.Look(true, 0, List.of(), 0).isCutOff()).isFalse();
  }

  @Test
  void a_ledger_that_nobody_can_share_has_no_cluster() {
    Roster.Look alone = look(false, Node.State.LIVE, false, 0);

    assertThat(NodeHandlers.cluster(alone)).isNull();
    assertThat(NodeWarnings.of(alone)).isEmpty();
    assertThat(NodeWarnings.refusal(alone)).isNull();
  }

  private static Roster.Look look(
      boolean shared, Node.State state, boolean draining, long clockOffMs) {
    Node node =
        new Node(
            7,
            "east-1",
            state,
            1,
            2,
            draining,
            false,
            new Node.Card("0123456789abcdef", null, "test", clockOffMs, 0, 0));
    return new Roster.Look(
        shared,
        shared ? 7 : 0,
        List.of(new Roster.Entry(node, Roster.State.LIVE, 0, true)),
        clockOffMs);
  }
}
