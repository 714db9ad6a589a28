package dev.holdpoint.daemon.metrics;

import dev.holdpoint.engine.Roster;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** The daemons that share the ledger, and what this one has had from the others. */
public final class NodeMetrics {
  private final LongAdder foreignRows = new LongAdder();
  private final LongAdder takeovers = new LongAdder();

  /** Rows were heard of that another node has committed. */
  public void heard(int rows) {
    foreignRows.add(rows);
  }

  /** What a node that is gone has left was seen to here. */
  public void tookOver() {
    takeovers.increment();
  }

  public void write(Roster.Look look, Exposition out) {
    out.family(
        "holdpoint_cluster_nodes",
        Exposition.Type.GAUGE,
        "Daemons that share the ledger, by state; gone ones for a day.");
    for (Roster.State state : Roster.State.values()) {
      out.sample(
          "holdpoint_cluster_nodes",
          (double) look.count(state),
          "state",
          state.name().toLowerCase(Locale.ROOT));
    }
    out.gauge(
        "holdpoint_node_epoch", "The epoch of this daemon; 0 with SQLite.", (double) look.epoch());
    out.gauge(
        "holdpoint_node_clock_off_seconds",
        "How far this clock is ahead of the database's; 0 with SQLite.",
        look.clockOffMs() / 1_000.0);
    out.counter(
        "holdpoint_foreign_rows_total",
        "Rows of the journal heard of that other nodes have committed.",
        foreignRows.sum());
    out.counter(
        "holdpoint_takeovers_total",
        "Nodes that were gone and whose remains this one has seen to.",
        takeovers.sum());
  }
}
