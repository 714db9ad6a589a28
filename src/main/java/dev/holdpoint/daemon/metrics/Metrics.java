package dev.holdpoint.daemon.metrics;

import dev.holdpoint.agent.loop.WorkerPool;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.OpenEffects;
import dev.holdpoint.engine.run.RunCounts;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All that is measured. What the JVM tells of itself is set up when somebody first asks. */
public final class Metrics {
  private final Parts parts;
  private final RequestCounters requests = new RequestCounters();
  private final EventCounters happenings = new EventCounters();
  private final RenderingDifferences renderings = new RenderingDifferences();
  private final List<Consumer<Exposition>> others = new CopyOnWriteArrayList<>();
  private @Nullable PrometheusMeterRegistry jvm;

  /**
   * Whom to ask.
   *
   * @param workers how many runs may be at work at once
   */
  public record Parts(
      String version,
      Engine engine,
      RunCounts census,
      WorkerPool crew,
      int workers,
      IntSupplier openStreams,
      LongSupplier freeBytes,
      LongSupplier ledgerBytes,
      LongSupplier walBytes) {}

  public Metrics(Parts parts) {
    this.parts = parts;
    parts.engine.onCommit(happenings);
    parts.engine.onCommit(renderings);
    parts.engine.measureWith(happenings);
  }

  /** Who counts the requests. */
  public RequestCounters requests() {
    return requests;
  }

  /** Somebody else's measurements are added to every scrape. */
  public void add(Consumer<Exposition> more) {
    others.add(more);
  }

  public String scrape() {
    Exposition out = new Exposition();
    out.family(
        "holdpoint_build_info", Exposition.Type.GAUGE, "Always 1; the label is the version.");
    out.sample("holdpoint_build_info", 1, "version", parts.version);
    happenings.write(out);
    renderings.write(out);
    ledger(out);
    out.gauge(
        "holdpoint_workers", "Maximum number of runs that work at the same time.", parts.workers);
    out.gauge("holdpoint_runs_at_work", "Runs that are working now.", parts.crew.atWork());
    out.gauge(
        "holdpoint_damaged_documents",
        "Stored documents found damaged since the start.",
        parts.engine.damaged());
    out.gauge("holdpoint_streams_open", "Open event streams.", parts.openStreams.getAsInt());
    out.gauge(
        "holdpoint_ledger_bytes",
        "Size of the SQLite file of the ledger; 0 with PostgreSQL.",
        (double) parts.ledgerBytes.getAsLong());
    out.gauge(
        "holdpoint_wal_bytes",
        "Size of the write-ahead log of the SQLite file; 0 with PostgreSQL.",
        (double) parts.walBytes.getAsLong());
    out.gauge(
        "holdpoint_disk_free_bytes",
        "Free space on the disk of the data folder.",
        (double) parts.freeBytes.getAsLong());
    requests.write(out);
    others.forEach(more -> more.accept(out));
    return out + jvm().scrape();
  }

  private void ledger(Exposition out) {
    parts.engine.read(
        queries -> {
          Map<RunStatus, Long> runs = parts.census.runs(queries);
          out.family("holdpoint_runs", Exposition.Type.GAUGE, "Runs, by status.");
          for (RunStatus status : RunStatus.values()) {
            out.sample(
                "holdpoint_runs",
                (double) runs.getOrDefault(status, 0L),
                "status",
                EventCounters.name(status));
          }
          out.family("holdpoint_gates_pending", Exposition.Type.GAUGE, "Pending gates.");
          long oldest = Long.MAX_VALUE;
          for (GateKind kind : GateKind.values()) {
            Queries.GateFilter pending =
                new Queries.GateFilter(kind, GateState.Status.PENDING, null);
            out.sample(
                "holdpoint_gates_pending",
                (double) queries.countGates(pending),
                "kind",
                kind.name().toLowerCase(Locale.ROOT));
            for (GateRow row : queries.gates(pending, 0, 1)) {
              oldest = Math.min(oldest, Ulid.timeOf(row.key()));
            }
          }
          out.gauge(
              "holdpoint_gates_oldest_pending_seconds",
              "Age of the oldest pending gate; 0 when there is none.",
              oldest == Long.MAX_VALUE ? 0 : Math.max(0, parts.engine.nowMs() - oldest) / 1_000.0);
          out.gauge(
              "holdpoint_effects_uncertain",
              "Calls that left no result and wait for a person's word.",
              (double) OpenEffects.waiting(queries).count());
          out.family("holdpoint_deliveries", Exposition.Type.GAUGE, "Deliveries, by status.");
          Map<DeliveryStatus, Long> deliveries = queries.countDeliveriesByStatus();
          for (DeliveryStatus status : DeliveryStatus.values()) {
            out.sample(
                "holdpoint_deliveries",
                (double) deliveries.getOrDefault(status, 0L),
                "status",
                status.name().toLowerCase(Locale.ROOT));
          }
          out.gauge(
              "holdpoint_deliveries_unresolved",
              "Failed deliveries that were not replayed.",
              (double) queries.countUnresolvedDeliveries());
          out.gauge(
              "holdpoint_last_event_id",
              "The id of the newest event.",
              (double) queries.lastEventId());
          return out;
        });
  }

  private synchronized PrometheusMeterRegistry jvm() {
    if (jvm == null) {
      PrometheusMeterRegistry made = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      new JvmMemoryMetrics().bindTo(made);
      new JvmGcMetrics().bindTo(made);
      new ProcessorMetrics().bindTo(made);
      new FileDescriptorMetrics().bindTo(made);
      new UptimeMetrics().bindTo(made);
      jvm = made;
    }
    return jvm;
  }
}
