package dev.holdpoint.daemon.metrics;

import dev.holdpoint.core.permit.PermitState.Status;
import dev.holdpoint.engine.permit.PermitMetrics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What became of permits since the start; each node counts what it has committed itself. */
public final class PermitCounters implements PermitMetrics {
  private static final String NAME = "holdpoint_permits_total";

  private final Map<Status, LongAdder> reached = new EnumMap<>(Status.class);

  public PermitCounters() {
    // One that is given with a yes is written nowhere; one that is ready again was uncertain.
    EnumSet.allOf(Status.class).forEach(status -> reached.put(status, new LongAdder()));
  }

  @Override
  public void reached(Status status) {
    LongAdder counter = reached.get(status);
    if (counter != null) {
      counter.increment();
    }
  }

  public void write(Exposition out) {
    out.family(NAME, Exposition.Type.COUNTER, "Permits that came to a state.");
    reached.forEach(
        (status, count) -> out.sample(NAME, (double) count.sum(), "state", status.wire()));
  }
}
