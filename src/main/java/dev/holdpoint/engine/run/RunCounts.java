package dev.holdpoint.engine.run;

import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.store.Queries;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many runs there are of each status. The database counts them one by one, so a ledger of a
 * million runs would be busy with nothing else while a page and a scraper ask again and again. A
 * count of few is always fresh; one of many is given again for ten times as long as it took, and
 * while somebody counts anew.
 */
public final class RunCounts {
  private static final long FEW = 10_000;
  private static final int TIMES = 10;

  private final LongSupplier nanos;
  private final long few;
  private final ReentrantLock counting = new ReentrantLock();
  private volatile @Nullable Count last;

  private record Count(Map<RunStatus, Long> runs, long goodUntil) {}

  public RunCounts() {
    this(System::nanoTime, FEW);
  }

  RunCounts(LongSupplier nanos, long few) {
    this.nanos = nanos;
    this.few = few;
  }

  public Map<RunStatus, Long> runs(Queries queries) {
    Count known = last;
    if (known != null && (isGood(known) || counting.isLocked())) {
      return known.runs;
    }
    counting.lock();
    try {
      // Somebody else may have counted while this one waited.
      Count now = last;
      return now != null && isGood(now) ? now.runs : count(queries);
    } finally {
      counting.unlock();
    }
  }

  private boolean isGood(Count count) {
    return count.goodUntil - nanos.getAsLong() > 0;
  }

  private Map<RunStatus, Long> count(Queries queries) {
    long began = nanos.getAsLong();
    Map<RunStatus, Long> runs = Map.copyOf(queries.countRunsByStatus());
    long ended = nanos.getAsLong();
    long all = runs.values().stream().mapToLong(Long::longValue).sum();
    last = all < few ? null : new Count(runs, ended + TIMES * (ended - began));
    return runs;
  }
}
