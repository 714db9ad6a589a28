package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.loop.WorkerPool;
import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.metrics.Exposition;
import dev.holdpoint.daemon.metrics.Metrics;
import dev.holdpoint.daemon.metrics.NodeMetrics;
import dev.holdpoint.daemon.trace.Traces;
import dev.holdpoint.engine.cluster.Roster;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.run.RunCounts;
import dev.holdpoint.http.v1.daemon.BackupHandlers;
import dev.holdpoint.http.v1.daemon.DaemonHandlers;
import dev.holdpoint.store.Stores;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * By what an operator sees how the daemon is: vitals, metrics, and traces where they are wanted.
 */
public final class Instruments implements AutoCloseable {
  public final Metrics metrics;
  private final NodeMetrics nodeMetrics;
  private final String version;
  private final Store store;
  private final IntSupplier openStreams;
  private final MachineStats vitals;
  private final RunCounts census = new RunCounts();
  private final ClusterWiring nodes;
  private final @Nullable Traces traces;
  private final Checking checking;
  private final Counting counting;
  private final WitnessWiring witness;

  public Instruments(
      Config config,
      String version,
      ClusterWiring nodes,
      VaultWiring safekeeping,
      WorkerPool crew,
      LedgerParts ledger,
      IntSupplier openStreams) {
    Engine engine = safekeeping.ledger().engine();
    this.version = version;
    this.store = safekeeping.ledger().store();
    this.openStreams = openStreams;
    this.vitals = new MachineStats(config.data(), ledger.ids()::aheadMs);
    this.nodes = nodes;
    this.metrics =
        new Metrics(
            new Metrics.Parts(
                version,
                engine,
                census,
                crew,
                config.workers(),
                openStreams,
                vitals::freeBytes,
                () -> vitals.bytes(Stores.LEDGER),
                () -> vitals.bytes(Stores.LEDGER + "-wal")));
    this.checking =
        new Checking(config, safekeeping.ledger().writer(), engine, safekeeping.secrets()).start();
    metrics.add(checking::write);
    this.counting = new Counting(config, safekeeping.ledger().writer(), engine).start();
    metrics.add(counting::write);
    metrics.add(ledger.permits().counters()::write);
    this.witness = ledger.witness();
    metrics.add(witness::write);
    metrics.add(out -> administered(engine, out));
    this.nodeMetrics = new NodeMetrics(engine::foreignRows, nodes.membership()::takeOvers);
    this.traces =
        config.otelEndpoint().map(endpoint -> new Traces(engine, endpoint, version)).orElse(null);
    if (traces != null) {
      engine.onCommit(traces.start());
      metrics.add(traces::write);
    }
  }

  /** The place of the last in their chain, which only grows: read, not counted. */
  private static void administered(Engine engine, Exposition out) {
    ExternalAction last = engine.<@Nullable ExternalAction>read(queries -> queries.lastAction(0));
    out.counter(
        "holdpoint_admin_records_total",
        "Acts of administration in the ledger.",
        last == null ? 0 : last.sequence());
  }

  /** What the daemon tells of itself, and of those beside it. */
  public DaemonHandlers.About about(
      long startedAtMs,
      Supplier<Boolean> draining,
      BackupHandlers.Source backups,
      Supplier<List<StatusView.Warning>> standing) {
    Roster roster = nodes.roster(startedAtMs);
    metrics.add(out -> nodeMetrics.write(roster.look(), out));
    return new DaemonHandlers.About(
        version,
        startedAtMs,
        store.kind(),
        draining,
        openStreams,
        metrics::scrape,
        roster,
        census,
        backups,
        vitals::now,
        () -> witness.and(checking.and(standing.get())),
        witness::status);
  }

  /** Counts what was decided up to now, before a part of the journal goes. */
  public void countDecisions() {
    counting.countSoon();
  }

  /** Before the store: what is left of the traces is read from it. */
  @Override
  public void close() {
    counting.close();
    checking.close();
    if (traces != null) {
      traces.close();
    }
  }
}
