package dev.holdpoint.http.v1.gate;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.signed.RefusedAssertions;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is made of assertions that do not hold: a count, a line in the log and a record unless they
 * come too fast for that, and from a caller who brings too many, less of an answer. It is asked
 * only once an assertion has failed, so one that holds is never refused here, and nobody's failures
 * are counted for another.
 */
public final class FailedAssertions {
  private static final Logger log = LoggerFactory.getLogger(FailedAssertions.class);

  private static final int USUAL_PER_MINUTE = 60;
  private static final int RECORDS_PER_SECOND = 10;
  private static final int CALLERS = 10_000;
  private static final double MINUTE_MS = 60_000;

  private final RefusedAssertions records;
  private final InstantSource clock;
  private final OptionalInt perMinute;
  private final LongAdder count = new LongAdder();
  private final Bucket writing;

  /** Those who failed last; whoever has not for long has a full bucket anyway. */
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > CALLERS;
        }
      };

  /**
   * @param perMinute of each caller; when unset, callers on this machine may bring any number
   */
  public FailedAssertions(RefusedAssertions records, InstantSource clock, OptionalInt perMinute) {
    this.records = records;
    this.clock = clock;
    this.perMinute = perMinute;
    this.writing = new Bucket(RECORDS_PER_SECOND, RECORDS_PER_SECOND * 60, clock.millis());
  }

  /** What is known of one that failed; never what was in it. */
  public record Failed(
      String principal,
      boolean local,
      String tenantId,
      String approvalId,
      boolean approve,
      String approverKeyId,
      String requestId) {}

  /** After how many seconds the caller may try again, where it has tried too often. */
  public OptionalLong tell(Failed failed) {
    count.increment();
    long nowMs = clock.millis();
    boolean write;
    OptionalLong retryAfter;
    synchronized (buckets) {
      write = writing.take(nowMs) == 0;
      retryAfter = spend(failed, nowMs);
    }
    if (write) {
      log.atWarn()
          .addKeyValue("request_id", failed.requestId)
          .addKeyValue("caller", failed.principal)
          .addKeyValue("tenant_id", failed.tenantId)
          .addKeyValue("approval_id", failed.approvalId)
          .addKeyValue("key_id", failed.approverKeyId)
          .log("an assertion was rejected");
      record(failed);
    }
    return retryAfter;
  }

  private OptionalLong spend(Failed failed, long nowMs) {
    if (perMinute.isEmpty() && failed.local) {
      return OptionalLong.empty();
    }
    int rate = perMinute.orElse(USUAL_PER_MINUTE);
    long waitMs =
        buckets.computeIfAbsent(failed.principal, _ -> new Bucket(rate, rate, nowMs)).take(nowMs);
    return waitMs == 0 ? OptionalLong.empty() : OptionalLong.of(Math.ceilDiv(waitMs, 1_000L));
  }

  /** The caller hears the same whether the record was written. */
  private void record(Failed failed) {
    try {
      records.note(
          failed.tenantId,
          failed.approvalId,
          failed.approve,
          failed.approverKeyId,
          failed.principal,
          failed.requestId);
    } catch (StoreFailure | Refused e) {
      Outage.unlessAway(log, failed.requestId + " could not be recorded", e);
    }
  }

  /** How many there were since the start. */
  public long count() {
    return count.sum();
  }

  /** So many at once, and so many a minute. */
  private static final class Bucket {
    private final int most;
    private final double perMs;
    private double left;
    private long asOfMs;

    Bucket(int most, int perMinute, long nowMs) {
      this.most = most;
      this.perMs = perMinute / MINUTE_MS;
      this.left = most;
      this.asOfMs = nowMs;
    }

    /** Takes one; how long to wait for it where there is none. */
    long take(long nowMs) {
      left = Math.min(most, left + Math.max(0, nowMs - asOfMs) * perMs);
      asOfMs = nowMs;
      if (left >= 1) {
        left--;
        return 0;
      }
      return Math.max(1, (long) Math.ceil((1 - left) / perMs));
    }
  }
}
