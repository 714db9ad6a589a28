package dev.holdpoint.daemon;

import dev.holdpoint.agent.loop.Crew;
import dev.holdpoint.api.StatusView;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.metrics.Metrics;
import dev.holdpoint.daemon.metrics.NodeMetrics;
import dev.holdpoint.daemon.trace.Traces;
import dev.holdpoint.engine.Engine;
import dev.holdpoint.engine.Roster;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.http.v1.BackupHandlers;
import dev.holdpoint.http.v1.DaemonHandlers;
import dev.holdpoint.store.Stores;
import java.net.URI;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * By what an operator sees how the daemon is: vitals, metrics, and traces where they are wanted.
 */
final class Instruments implements AutoCloseable {
  final Metrics metrics;
  final NodeMetrics nodeMetrics;
  private final Config config;
  private final String version;
  private final Store store;
  private final Engine engine;
  private final IntSupplier openStreams;
  private final Vitals vitals;
  private final NodeId nodeId;
  private final Crew crew;
  private final Supplier<String> address;
  private final @Nullable Traces traces;

  Instruments(
      Config config,
      String version,
      DataFolder folder,
      Store store,
      Engine engine,
      Crew crew,
      TimeOrderedIds ids,
      IntSupplier openStreams,
      Supplier<String> address)
      throws StartRefused {
    this.config = config;
    this.version = version;
    this.store = store;
    this.engine = engine;
    this.openStreams = openStreams;
    this.vitals = new Vitals(folder.path(), ids::aheadMs);
    this.nodeId = NodeId.of(folder);
    this.crew = crew;
    this.address = address;
    this.metrics =
        new Metrics(
            new Metrics.Parts(
                version,
                engine,
                crew,
                config.workers(),
                openStreams,
                vitals::freeBytes,
                () -> vitals.bytes(Stores.LEDGER),
                () -> vitals.bytes(Stores.LEDGER + "-wal")));
    this.nodeMetrics = new NodeMetrics(engine::foreignRows);
    this.traces =
        config.otelEndpoint().map(endpoint -> new Traces(engine, endpoint, version)).orElse(null);
    if (traces != null) {
      engine.onCommit(traces.start());
      metrics.add(traces::write);
    }
  }

  /** What the daemon tells of itself, and of those beside it. */
  DaemonHandlers.About about(
      long startedAtMs,
      Supplier<Boolean> draining,
      BackupHandlers.Source backups,
      Supplier<List<StatusView.Warning>> standing) {
    Roster roster =
        new Roster(
            engine.cluster(),
            new Roster.Self(nodeId.name(config), startedAtMs, this::card),
            engine::nowMs,
            config.cluster().leaseMs());
    metrics.add(out -> nodeMetrics.write(roster.look(), out));
    return new DaemonHandlers.About(
        version,
        startedAtMs,
        store.kind(),
        draining,
        openStreams,
        metrics::scrape,
        roster,
        backups,
        vitals::now,
        standing);
  }

  /** What the daemon says of itself where there are no others to say it to. */
  private Node.Card card() {
    URI given = config.cluster().address();
    return new Node.Card(
        nodeId.value(),
        given == null ? address.get() : given.toString(),
        version,
        0,
        crew.atWork(),
        openStreams.getAsInt());
  }

  /** Before the store: what is left of the traces is read from it. */
  @Override
  public void close() {
    if (traces != null) {
      traces.close();
    }
  }
}
