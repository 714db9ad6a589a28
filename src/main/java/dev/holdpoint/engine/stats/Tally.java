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
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts decisions behind the journal. One at a time in a daemon; of several daemons the one that
 * finds the ledger's place unmoved commits its batch, and the others begin at the new place.
 */
public final class Tally {
  private static final Logger log = LoggerFactory.getLogger(Tally.class);

  /** Rows of the journal that are read at once, and those that one commit counts. */
  private static final int AT_ONCE = 200;

  private static final int SCANS = 10;

  /** What is older when it is counted is history: this daemon's counters are about its own time. */
  private static final long HISTORY_MS = 600_000;

  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final Commits commits;
  private final Engine engine;
  private final Looks looks;
  private final Policy policy;
  private final TallyMetrics metrics;

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
  }

  /** What was read of the journal, from one place to another. */
  private record Portion(
      long from,
      long upTo,
      List<Decided> decided,
      List<Tallied.Late> late,
      List<StageCause> stages) {
    boolean isNothing() {
      return from == upTo;
    }
  }

  /** Counts all that is there. */
  public void catchUp() {
    catchUp(Long.MAX_VALUE);
  }

  /**
   * The same for two seconds at most: a caller who waits for it does not wait for a journal of
   * years.
   */
  public void catchUpSoon() {
    catchUp(PATIENCE_NANOS);
  }

  private synchronized void catchUp(long nanos) {
    long begun = System.nanoTime();
    boolean more = true;
    while (more && System.nanoTime() - begun < nanos && !Thread.currentThread().isInterrupted()) {
      more = countSome();
    }
  }

  /** Whether there may be more. */
  private boolean countSome() {
    Portion portion = engine.read(this::next);
    if (portion.isNothing()) {
      return false;
    }
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
    return true;
  }

  private Portion next(Queries queries) {
    long from = queries.decided().tallied();
    long upTo = from;
    List<Decided> decided = new ArrayList<>();
    List<Tallied.Late> late = new ArrayList<>();
    List<StageCause> stages = new ArrayList<>();
    for (int i = 0; i < SCANS; i++) {
      List<Scanned<RowFacts>> rows =
          queries.decided().scan(upTo, AT_ONCE, row -> facts(row, queries));
      for (Scanned<RowFacts> row : rows) {
        RowFacts facts = row.facts();
        if (facts != null) {
          decided.addAll(facts.decided());
          late.addAll(facts.late());
          stages.addAll(facts.stages());
        }
        upTo = row.lastId();
      }
      if (rows.size() < AT_ONCE) {
        break;
      }
    }
    return new Portion(from, upTo, decided, late, stages);
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
