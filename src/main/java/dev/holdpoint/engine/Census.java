package dev.holdpoint.engine;

import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.Queries;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many runs there are of each status. The database counts them one by one, so a ledger of a
 * million runs would be busy with nothing else while a page and a scraper ask again and again. A
 * count of few is always fresh; one of many is given again for ten times as long as it took.
 */
public final class Census {
  private static final long FEW = 10_000;
  private static final int TIMES = 10;

  private final LongSupplier nanos;
  private final long few;
  private volatile @Nullable Count last;

  private record Count(Map<RunStatus, Long> runs, long goodUntil) {}

  public Census() {
    this(System::nanoTime, FEW);
  }

  Census(LongSupplier nanos, long few) {
    this.nanos = nanos;
    this.few = few;
  }

  public Map<RunStatus, Long> runs(Queries queries) {
    Count known = last;
    if (known != null && known.goodUntil - nanos.getAsLong() > 0) {
      return known.runs;
    }
    long began = nanos.getAsLong();
    Map<RunStatus, Long> runs = Map.copyOf(queries.countRunsByStatus());
    long ended = nanos.getAsLong();
    long all = runs.values().stream().mapToLong(Long::longValue).sum();
    last = all < few ? null : new Count(runs, ended + TIMES * (ended - began));
    return runs;
  }
}
