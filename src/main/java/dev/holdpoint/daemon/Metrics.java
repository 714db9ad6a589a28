package dev.holdpoint.daemon;

import dev.holdpoint.agent.loop.Crew;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.Committed;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What is counted, for Prometheus. The registry is made when somebody first asks. */
final class Metrics implements Committed {
  private final LongAdder commits = new LongAdder();
  private final LongAdder works = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final Crew crew;
  private final IntSupplier openStreams;
  private @Nullable PrometheusMeterRegistry registry;

  Metrics(Crew crew, IntSupplier openStreams) {
    this.crew = crew;
    this.openStreams = openStreams;
  }

  @Override
  public void rows(List<JournalRow> rows) {
    commits.increment();
    works.add(rows.size());
    for (JournalRow row : rows) {
      events.add(row.events().size());
    }
  }

  String scrape() {
    return registry().scrape();
  }

  private synchronized PrometheusMeterRegistry registry() {
    if (registry == null) {
      PrometheusMeterRegistry made = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      counter(made, "holdpoint.commits", "Transactions made durable.", commits);
      counter(made, "holdpoint.works", "Changes made durable; many share a transaction.", works);
      counter(made, "holdpoint.events", "Events that were appended to the ledger.", events);
      Gauge.builder("holdpoint.runs.at_work", crew, Crew::atWork)
          .description("Runs that a worker carries out now.")
          .register(made);
      Gauge.builder("holdpoint.streams.open", openStreams, IntSupplier::getAsInt)
          .description("Open event streams.")
          .register(made);
      new JvmMemoryMetrics().bindTo(made);
      new JvmGcMetrics().bindTo(made);
      new ProcessorMetrics().bindTo(made);
      new FileDescriptorMetrics().bindTo(made);
      new UptimeMetrics().bindTo(made);
      registry = made;
    }
    return registry;
  }

  private static void counter(
      PrometheusMeterRegistry registry, String name, String what, LongAdder adder) {
    FunctionCounter.builder(name, adder, LongAdder::sum).description(what).register(registry);
  }
}
