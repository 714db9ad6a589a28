package dev.holdpoint.http.server;

import dev.holdpoint.api.Endpoint;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One line in the log for each refusal, so that a {@code request_id} can be looked up. The line
 * holds nothing that the caller wrote but that id, whose letters are checked.
 *
 * <p>A log that grows with every bad request is a way to fill a disk. So there is a budget, and
 * what exceeds it is counted and told in one line. Callers without a token, callers with one and
 * faults of our own have a budget each: a flood of strangers hides nothing of the others.
 */
final class RefusalLog {
  private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);

  /** How many lines may come at once, and how many a second in the long run. */
  static final int AT_ONCE = 500;

  static final int PER_SECOND = 2;

  private final LongSupplier nanos;
  private final Budget strangers;
  private final Budget callers;
  private final Budget faults;

  RefusalLog(LongSupplier nanos) {
    this.nanos = nanos;
    this.strangers = new Budget(nanos.getAsLong());
    this.callers = new Budget(nanos.getAsLong());
    this.faults = new Budget(nanos.getAsLong());
  }

  /**
   * @param known whether the caller has shown a token that is good
   * @param endpoint null when the request was for none
   * @param cause what went wrong here; null when the request is at fault
   */
  void note(
      String requestId,
      boolean known,
      @Nullable Endpoint endpoint,
      int status,
      String code,
      @Nullable Cause cause) {
    Budget budget = status >= 500 ? faults : known ? callers : strangers;
    long untold = budget.take(nanos.getAsLong());
    if (untold < 0) {
      return;
    }
    if (untold > 0) {
      log.atWarn()
          .addKeyValue("refusals", untold)
          .log("more requests were refused than are logged one by one");
    }
    LoggingEventBuilder line = cause == null ? log.atInfo() : cause.line(log);
    line.addKeyValue("request_id", requestId)
        .addKeyValue("method", endpoint == null ? "-" : endpoint.method().name())
        .addKeyValue("route", endpoint == null ? "-" : endpoint.path())
        .addKeyValue("status", status)
        .addKeyValue("code", code)
        .log("refused");
  }

  /** Why the daemon could not do it. */
  sealed interface Cause {
    LoggingEventBuilder line(Logger log);

    /** Known to pass: a line, not a stack trace for each caller. */
    record Passing(String why) implements Cause {
      @Override
      public LoggingEventBuilder line(Logger log) {
        return log.atWarn().addKeyValue("why", why);
      }
    }

    record Bug(Throwable thrown) implements Cause {
      @Override
      public LoggingEventBuilder line(Logger log) {
        return log.atError().setCause(thrown);
      }
    }
  }

  private static final class Budget {
    private static final long EACH = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;

    private long left = AT_ONCE;
    private long since;
    private long untold;

    Budget(long now) {
      since = now;
    }

    /** How many lines were left out before this one; below 0 when this is left out too. */
    synchronized long take(long now) {
      long more = (now - since) / EACH;
      if (more > 0) {
        left = Math.min(AT_ONCE, left + more);
        since += more * EACH;
      }
      if (left == 0) {
        untold++;
        return -1;
      }
      left--;
      long told = untold;
      untold = 0;
      return told;
    }
  }
}
