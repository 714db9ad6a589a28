package dev.holdpoint.engine.stats;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.core.stats.StageCause;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.DecidedQueries.Scanned;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Tallied;
import dev.holdpoint.engine.stats.HeardRows.Heard;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts decisions behind the journal. One at a time in a daemon; of several daemons the one that
 * finds the ledger's place unmoved commits its batch, and the others begin at the new place.
 */
public final class Tally {
  private static final Logger log = LoggerFactory.getLogger(Tally.class);

  /** Rows of the journal that are read at once, and how often before one commit counts them. */
  private static final int AT_ONCE = 200;

  private static final int SCANS = 10;

  /** Enough for a second of many decisions; some megabytes at most. */
  private static final int REMEMBERED = 4_000;

  /** What is older when it is counted is history: this daemon's counters are about its own time. */
  private static final long HISTORY_MS = 600_000;

  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final Commits commits;
  private final Engine engine;
  private final Looks looks;
  private final Policy policy;
  private final TallyMetrics metrics;
  private final HeardRows heard = new HeardRows(REMEMBERED);

  /** As far as this daemon knows; the ledger knows better. */
  private long counted;

  /**
   * @param rubberStampMs a yes within this time after one's first look is a rubber stamp
   * @param keptMs how long a row is kept
   */
  public record Policy(long rubberStampMs, long keptMs) {}

  public Tally(Commits commits, Engine engine, Looks looks, Policy policy, TallyMetrics metrics) {
    this.commits = commits;
    this.engine = engine;
    this.looks = looks;
    this.policy = policy;
    this.metrics = metrics;
    engine.onCommit(heard);
  }

  /** What the journal says from one place to another. */
  private static final class Portion {
    private final long from;
    private final List<Decided> decided = new ArrayList<>();
    private final List<Tallied.Late> late = new ArrayList<>();
    private final List<StageCause> stages = new ArrayList<>();
    private long upTo;
    private int rows;
    private boolean isAllHeard;

    Portion(long from) {
      this.from = from;
      this.upTo = from;
    }

    void add(long lastId, @Nullable RowFacts facts) {
      if (facts != null) {
        decided.addAll(facts.decided());
        late.addAll(facts.late());
        stages.addAll(facts.stages());
      }
      upTo = lastId;
      rows++;
    }

    boolean isNothing() {
      return from == upTo;
    }
  }

  /** Counts what is there now; others may have committed more in the meantime. */
  public void catchUp() {
    catchUp(Long.MAX_VALUE, portion -> !portion.isAllHeard);
  }

  /**
   * Counts all that is there, for two seconds at most: a caller who waits for it does not wait for
   * a journal of years.
   */
  public void catchUpSoon() {
    catchUp(PATIENCE_NANOS, _ -> true);
  }

  /**
   * @param goesOn whether to look for more after this; a daemon that commits all the time always
   *     finds some
   */
  private synchronized void catchUp(long nanos, Predicate<Portion> goesOn) {
    long begun = System.nanoTime();
    boolean more = true;
    while (more && System.nanoTime() - begun < nanos && !Thread.currentThread().isInterrupted()) {
      Portion portion = countSome();
      more = !portion.isNothing() && goesOn.test(portion);
    }
  }

  private Portion countSome() {
    // Before the read begins: what people did about a gate before it was settled is then in it.
    List<Heard> since = heard.after(counted);
    Portion portion = engine.read(queries -> next(queries, since));
    if (portion.isNothing()) {
      return portion;
    }
    counted = portion.upTo;
    boolean mine =
        commits.commit(
            change -> {
              if (change.queries().decided().tallied() != portion.from) {
                return false;
              }
              change.tally(new Tallied(portion.decided, portion.late, portion.upTo, 0));
              return true;
            });
    if (mine) {
      tell(portion);
    }
    return portion;
  }

  private Portion next(Queries queries, List<Heard> since) {
    long from = queries.decided().tallied();
    Portion portion = new Portion(from);
    portion.isAllHeard = true;
    for (Heard next : since) {
      if (next.firstId() > portion.upTo + 1 || portion.rows == AT_ONCE * SCANS) {
        portion.isAllHeard = false;
        break;
      }
      JournalRow row = next.row();
      if (next.lastId() > portion.upTo) {
        portion.add(next.lastId(), row == null ? null : facts(row, queries));
      }
    }
    return portion.isNothing() ? scanned(queries, from) : portion;
  }

  /** What others have committed, or this daemon before it was started. */
  private Portion scanned(Queries queries, long from) {
    Portion portion = new Portion(from);
    for (int i = 0; i < SCANS; i++) {
      List<Scanned<RowFacts>> rows =
          queries.decided().scan(portion.upTo, AT_ONCE, row -> facts(row, queries));
      rows.forEach(row -> portion.add(row.lastId(), row.facts()));
      if (rows.size() < AT_ONCE) {
        break;
      }
    }
    return portion;
  }

  /** One row that cannot be counted must not keep all others from it. */
  private RowFacts facts(JournalRow row, Queries queries) {
    try {
      return RowFacts.of(row, queries, looks, policy.rubberStampMs);
    } catch (StoreFailure e) {
      throw e;
    } catch (RuntimeException e) {
      log.error("the decisions of journal row {} are missing in the statistics", row.lastId(), e);
      return new RowFacts(List.of(), List.of(), List.of());
    }
  }

  private void tell(Portion portion) {
    long history = engine.nowMs() - HISTORY_MS;
    portion.decided.stream().filter(gate -> gate.decidedAtMs() > history).forEach(metrics::decided);
    portion.stages.forEach(metrics::stageOpened);
    metrics.lateAnswers(portion.late.size());
  }

  /** Removes rows whose time is over, some in each commit. */
  public synchronized void forget() {
    long before = engine.nowMs() - policy.keptMs;
    while (before > 0
        && !Thread.currentThread().isInterrupted()
        && engine.read(queries -> queries.decided().anyBefore(before))) {
      commits.commit(
          change -> {
            change.tally(new Tallied(List.of(), List.of(), 0, before));
            return before;
          });
    }
  }
}
