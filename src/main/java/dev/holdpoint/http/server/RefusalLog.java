package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One line in the log for each refusal, so that a {@code request_id} can be looked up. The line
 * holds nothing that the caller wrote but that id, whose letters are checked.
 *
 * <p>Callers without a token, callers with one and faults of our own have a budget each: a flood of
 * strangers hides nothing of the others. What passes (503) is refused to everybody for the same
 * reason: of that a few lines are enough.
 */
final class RefusalLog {
  private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);

  private final LongSupplier nanos;
  private final LogBudget strangers;
  private final LogBudget callers;
  private final LogBudget faults;
  private final LogBudget passing;

  RefusalLog(LongSupplier nanos) {
    this.nanos = nanos;
    this.strangers = new LogBudget(nanos.getAsLong());
    this.callers = new LogBudget(nanos.getAsLong());
    this.faults = new LogBudget(nanos.getAsLong());
    this.passing = LogBudget.ofPassing(nanos.getAsLong());
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
    LogBudget budget =
        status == 503 ? passing : status >= 500 ? faults : known ? callers : strangers;
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
}
