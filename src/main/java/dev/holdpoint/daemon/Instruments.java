package dev.holdpoint.daemon;

import dev.holdpoint.agent.loop.Crew;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.metrics.Metrics;
import dev.holdpoint.daemon.trace.Traces;
import dev.holdpoint.engine.Engine;
import dev.holdpoint.store.Stores;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * By what an operator sees how the daemon is: vitals, metrics, and traces where they are wanted.
 */
final class Instruments implements AutoCloseable {
  final Vitals vitals;
  final Metrics metrics;
  private final @Nullable Traces traces;

  Instruments(
      Config config,
      String version,
      Path data,
      Engine engine,
      Crew crew,
      TimeOrderedIds ids,
      IntSupplier openStreams) {
    this.vitals = new Vitals(data, ids::aheadMs);
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
    this.traces =
        config.otelEndpoint().map(endpoint -> new Traces(engine, endpoint, version)).orElse(null);
    if (traces != null) {
      engine.onCommit(traces.start());
      metrics.add(traces::write);
    }
  }

  /** Before the store: what is left of the traces is read from it. */
  @Override
  public void close() {
    if (traces != null) {
      traces.close();
    }
  }
}
