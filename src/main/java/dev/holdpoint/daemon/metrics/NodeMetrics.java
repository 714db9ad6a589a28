package dev.holdpoint.daemon.metrics;

import dev.holdpoint.engine.cluster.Roster;
import java.util.Locale;
import java.util.function.LongSupplier;

/** The daemons that share the ledger, and what this one has had from the others. */
public final class NodeMetrics {
  private final LongSupplier foreignRows;
  private final LongSupplier takeovers;

  /**
   * @param foreignRows how many rows were heard of that others have committed
   * @param takeovers how often what another has left was seen to
   */
  public NodeMetrics(LongSupplier foreignRows, LongSupplier takeovers) {
    this.foreignRows = foreignRows;
    this.takeovers = takeovers;
  }

  public void write(Roster.Look look, Exposition out) {
    out.family(
        "holdpoint_cluster_nodes",
        Exposition.Type.GAUGE,
        "Nodes that share the ledger, by state; gone ones for a day.");
    for (Roster.State state : Roster.State.values()) {
      out.sample(
          "holdpoint_cluster_nodes",
          (double) look.count(state),
          "state",
          state.name().toLowerCase(Locale.ROOT));
    }
    out.gauge("holdpoint_node_epoch", "Epoch of this node; 0 with SQLite.", (double) look.epoch());
    out.gauge(
        "holdpoint_node_clock_off_seconds",
        "How far this clock is ahead of the database's; 0 with SQLite.",
        look.clockOffMs() / 1_000.0);
    out.counter(
        "holdpoint_foreign_rows_total",
        "Journal rows of other nodes that this node has received.",
        foreignRows.getAsLong());
    out.counter(
        "holdpoint_takeovers_total",
        "Failed nodes whose work this node has taken over.",
        takeovers.getAsLong());
  }
}
