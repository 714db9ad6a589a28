package dev.holdpoint.daemon.metrics;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.CommitMetrics;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What has been committed since the start, and how long it took. */
final class EventCounters implements CommitListener, CommitMetrics {
  private static final double NANOS = 1e9;

  private final LongAdder commits = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder works = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder submitted = new LongAdder();
  private final LongAdder approvals = new LongAdder();
  private final LongAdder questions = new LongAdder();
  private final LongAdder stale = new LongAdder();
  private final Map<RunStatus, LongAdder> ended = new EnumMap<>(RunStatus.class);
  private final Histogram seconds = Histogram.ofSeconds();
  private final Histogram together = new Histogram(1, 2, 4, 8, 16, 32, 64, 128, 256);

  EventCounters() {
    for (RunStatus status : RunStatus.values()) {
      if (status.isSettled()) {
        ended.put(status, new LongAdder());
      }
    }
  }

  @Override
  public void committed(long nanos, int count) {
    seconds.add(nanos / NANOS);
    together.add(count);
  }

  @Override
  public void failed() {
    failures.increment();
  }

  @Override
  public void rows(List<JournalRow> rows) {
    commits.increment();
    works.add(rows.size());
    for (JournalRow row : rows) {
      events.add(row.events().size());
      for (LedgerEvent event : row.events()) {
        count(event);
      }
    }
  }

  private void count(LedgerEvent event) {
    switch (event) {
      case LedgerEvent.Accepted _ -> submitted.increment();
      case LedgerEvent.ApprovalResolved resolved -> approvals.add(resolved.resolutions().size());
      case LedgerEvent.UserQuestionResolved _, LedgerEvent.ParentClarificationResolved _ ->
          questions.increment();
      case LedgerEvent.ApprovalStale _ -> stale.increment();
      case LedgerEvent.OfRun other -> {
        LongAdder end =
            other instanceof LedgerEvent.OutputAppended ? null : ended.get(other.status());
        if (end != null) {
          end.increment();
        }
      }
      default -> {}
    }
  }

  void write(Exposition out) {
    out.counter(
        "holdpoint_stale_world_total",
        "Allowed calls that did not run because what they depended on had changed.",
        stale.sum());
    out.counter("holdpoint_commits_total", "Committed transactions about runs.", commits.sum());
    out.counter(
        "holdpoint_commit_failures_total", "Transactions that were rolled back.", failures.sum());
    out.counter(
        "holdpoint_works_total", "Committed changes; many share a transaction.", works.sum());
    out.counter("holdpoint_events_total", "Events appended to the ledger.", events.sum());
    out.family(
        "holdpoint_commit_seconds",
        Exposition.Type.HISTOGRAM,
        "Duration of a transaction, from its beginning until it is on disk.");
    seconds.write(out, "holdpoint_commit_seconds");
    out.family("holdpoint_commit_works", Exposition.Type.HISTOGRAM, "Changes in one transaction.");
    together.write(out, "holdpoint_commit_works");
    out.counter("holdpoint_runs_submitted_total", "Accepted runs.", submitted.sum());
    out.family("holdpoint_runs_ended_total", Exposition.Type.COUNTER, "Ended runs.");
    ended.forEach(
        (status, count) ->
            out.sample("holdpoint_runs_ended_total", (double) count.sum(), "status", name(status)));
    out.family("holdpoint_gates_resolved_total", Exposition.Type.COUNTER, "Decided gates.");
    out.sample("holdpoint_gates_resolved_total", (double) approvals.sum(), "kind", "approval");
    out.sample("holdpoint_gates_resolved_total", (double) questions.sum(), "kind", "question");
  }

  static String name(RunStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
