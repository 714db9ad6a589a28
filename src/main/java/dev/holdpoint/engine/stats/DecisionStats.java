package dev.holdpoint.engine.stats;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.core.stats.DecisionSummary;
import dev.holdpoint.core.stats.Grouping;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.DecidedQueries.Place;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.JournalMark;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the numbers about decisions: the newest rows first, as many as there is time for. */
public final class DecisionStats {
  private static final int PAGE = 5_000;

  /** Readers of a ledger are few, and others wait for them. */
  private static final int AT_ONCE = 2;

  private static final int RETRY_AFTER_SECONDS = 5;

  private final Engine engine;
  private final Limits limits;
  private final Semaphore places = new Semaphore(AT_ONCE);

  /**
   * What one query may cost.
   *
   * @param nanos the clock that time is taken by
   */
  public record Limits(int rows, long nanosAtMost, LongSupplier nanos) {
    public static final Limits USUAL = new Limits(1_000_000, 5_000_000_000L, System::nanoTime);
  }

  public DecisionStats(Engine engine) {
    this(engine, Limits.USUAL);
  }

  public DecisionStats(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  /**
   * @param toMs the first millisecond that is not asked for
   * @param kind null for all, as for the others
   */
  public record Question(
      long fromMs,
      long toMs,
      @Nullable Grouping by,
      ZoneId zone,
      @Nullable GateKind kind,
      @Nullable String tenantId,
      @Nullable String sessionId,
      @Nullable String tool) {
    boolean wants(Decided gate, @Nullable Long sessionKey) {
      return (kind == null || kind == gate.kind())
          && (tenantId == null || tenantId.equals(gate.tenantId()))
          && (sessionId == null || (sessionKey != null && sessionKey == gate.sessionKey()))
          && (tool == null || tool.equals(gate.tool()));
    }
  }

  /**
   * @param asOfMs all that was decided before is in it
   * @param truncated whether older rows were left out
   */
  public record Answer(long asOfMs, boolean truncated, DecisionSummary summary) {}

  /**
   * @throws dev.holdpoint.core.problem.Refused when two others are being answered
   */
  public Answer of(Question question) {
    if (!places.tryAcquire()) {
      throw Problem.UNAVAILABLE
          .because(
              "Two statistics queries are running. Send this one again in a few seconds, or ask for"
                  + " a shorter period.")
          .after(RETRY_AFTER_SECONDS)
          .asException();
    }
    try {
      return read(question);
    } finally {
      places.release();
    }
  }

  private Answer read(Question question) {
    long begun = limits.nanos.getAsLong();
    long asOfMs = engine.read(this::countedUntil);
    String sessionId = question.sessionId;
    Session session = sessionId == null ? null : engine.read(queries -> queries.session(sessionId));
    Long sessionKey = session == null ? null : session.key();
    DecisionSummary summary = new DecisionSummary(question.by, question.zone);
    Place place = new Place(question.toMs, Long.MIN_VALUE);
    int rows = 0;
    while (rows < limits.rows && limits.nanos.getAsLong() - begun < limits.nanosAtMost) {
      Place below = place;
      int most = Math.min(PAGE, limits.rows - rows);
      List<Decided> page =
          engine.read(queries -> queries.decided().below(question.fromMs, below, most));
      page.stream().filter(gate -> question.wants(gate, sessionKey)).forEach(summary::add);
      rows += page.size();
      if (page.size() < most) {
        return new Answer(asOfMs, false, summary);
      }
      place = new Place(page.getLast().decidedAtMs(), page.getLast().eventId());
    }
    Place rest = place;
    boolean more =
        !engine.read(queries -> queries.decided().below(question.fromMs, rest, 1)).isEmpty();
    return new Answer(asOfMs, more, summary);
  }

  /** The time of the first row of the journal that is not counted yet; now where there is none. */
  private long countedUntil(Queries queries) {
    long nowMs = engine.nowMs();
    List<JournalMark> next = queries.journalMarks(queries.decided().tallied(), 1);
    return next.isEmpty() ? nowMs : Math.min(nowMs, next.getFirst().atMs());
  }
}
