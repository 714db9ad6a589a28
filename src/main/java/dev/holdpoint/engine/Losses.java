package dev.holdpoint.engine;

import dev.holdpoint.core.approval.Approval;
import dev.holdpoint.core.approval.Caution;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.Queries.RunCursor;
import dev.holdpoint.engine.port.Queries.RunFilter;
import dev.holdpoint.engine.port.Queries.RunPage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows when a person has let lost commits go: nobody knows what was done in them, so
 * nothing is done again without a person.
 *
 * <p>It is done at the start, before any run goes on. What it leaves undone when the process is
 * killed is done at the next start: that the loss is on record is its last commit.
 */
public final class Losses {
  private static final int AT_ONCE = 100;
  private static final String BY = "restart";

  /** Only a person, once, and not by the first key that they press. */
  private static final Caution CAREFULLY = new Caution(true, true, true);

  private final Commits commits;
  private final Slots slots;

  public Losses(Commits commits, Workers workers) {
    this.commits = commits;
    this.slots = new Slots(workers);
  }

  public void settle(Engine engine) {
    Loss loss = engine.read(queries -> queries.loss());
    if (loss == null) {
      return;
    }
    String since =
        loss.sinceMs() == 0
            ? "from the beginning"
            : "after " + Instant.ofEpochMilli(loss.sinceMs()).truncatedTo(ChronoUnit.SECONDS);
    for (RunStatus atWork : List.of(RunStatus.RUNNING, RunStatus.QUEUED)) {
      interrupt(engine, atWork, since);
    }
    askCarefully(engine, since);
    commits.commit(
        change -> {
          if (change.queries().loss() != null) {
            change.losses.add(
                new Checkpoint.OfLoss(loss.commits(), loss.sinceMs(), loss.untilMs()));
          }
          return loss;
        });
  }

  /** The slot that one leaves goes to the next of its session, so they are read again each time. */
  private void interrupt(Engine engine, RunStatus status, String since) {
    String reason =
        "the ledger has lost what was written %s; nobody knows what this run has done since then"
            .formatted(since);
    for (List<Run> some = runs(engine, status, null).runs();
        !some.isEmpty();
        some = runs(engine, status, null).runs()) {
      List<Long> keys = some.stream().map(Run::key).toList();
      commits.commit(
          change -> {
            for (long key : keys) {
              Run run = change.run(key);
              if (run != null && !run.status().isSettled() && !run.status().isWaiting()) {
                RunEdit.of(change, run)
                    .end(new RunCommand.Interrupt(change.nowMs(), reason), BY)
                    .done(slots);
              }
            }
            return keys.size();
          });
    }
  }

  private void askCarefully(Engine engine, String since) {
    String note =
        " (Asked again: the ledger has lost what was written %s, so this may have been allowed and done already. Look before you allow it.)"
            .formatted(since);
    RunCursor after = null;
    for (RunPage page = runs(engine, RunStatus.WAITING_FOR_APPROVAL, after);
        !page.runs().isEmpty();
        page = runs(engine, RunStatus.WAITING_FOR_APPROVAL, after)) {
      List<Long> keys = page.runs().stream().map(Run::key).toList();
      commits.commit(
          change -> {
            keys.forEach(key -> askCarefully(change, key, note));
            return keys.size();
          });
      after = new RunCursor(false, keys.getLast());
    }
  }

  private void askCarefully(Change change, long key, String note) {
    Run run = change.run(key);
    if (run == null
        || run.pendingApprovals().stream().allMatch(one -> one.reason().endsWith(note))) {
      return;
    }
    RunEdit edit = RunEdit.of(change, run);
    edit.draft()
        .approvals(
            approval ->
                approval.isPending() && !approval.reason().endsWith(note)
                    ? askedCarefully(approval, note)
                    : approval);
    edit.updated().done(slots);
  }

  private static Approval askedCarefully(Approval approval, String note) {
    return approval.because(approval.reason() + note, CAREFULLY);
  }

  private static RunPage runs(Engine engine, RunStatus status, @Nullable RunCursor after) {
    return engine.read(
        queries -> queries.runPage(new RunFilter(null, status, false, after, AT_ONCE)));
  }
}
