package dev.holdpoint.engine.recovery;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Caution;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.port.store.Queries.RunCursor;
import dev.holdpoint.engine.port.store.Queries.RunFilter;
import dev.holdpoint.engine.port.store.Queries.RunPage;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.schedule.Schedules;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows when a person has accepted that commits are lost: it is unknown what was done in
 * them, so nothing goes on by itself. Whatever this daemon works on is interrupted, waiting or not:
 * a run that got its answer in the lost commits has gone on, and would do again what came next.
 * Gates that agents outside have raised stay, with a note, since the daemon carries out nothing of
 * theirs. Schedules that were due are passed over.
 *
 * <p>It is done at the start, before any run goes on. What it leaves undone when the process is
 * killed is done at the next start: that the loss is on record is its last commit.
 */
public final class Losses {
  private static final int AT_ONCE = 100;
  private static final String BY = "restart";

  /** Only a person, once, and not by the first key that they press. */
  private static final Caution CAREFULLY = new Caution(true, true, true);

  private static final List<RunStatus> UNSETTLED =
      List.of(
          RunStatus.RUNNING,
          RunStatus.QUEUED,
          RunStatus.WAITING_FOR_APPROVAL,
          RunStatus.WAITING_FOR_USER_QUESTION);

  private final Commits commits;
  private final Slots slots;
  private final Schedules schedules;

  public Losses(Commits commits, Slots slots, Schedules schedules) {
    this.commits = commits;
    this.slots = slots;
    this.schedules = schedules;
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
    boolean more = true;
    // The slot that one leaves goes to the next of its session, which may be past already.
    while (more) {
      more = false;
      for (RunStatus status : UNSETTLED) {
        more |= interrupt(engine, status, loss, since);
      }
    }
    askCarefully(engine, since);
    schedules.passOver(
        loss.acceptedAtMs(),
        "Skipped: the ledger has lost all changes %s, so this may have run already."
            .formatted(since));
    commits.commit(
        change -> {
          if (change.queries().loss() != null) {
            change.losses.add(
                new Checkpoint.OfLoss(loss.commits(), loss.sinceMs(), loss.untilMs()));
          }
          return loss;
        });
  }

  /** Whether there was any. */
  private boolean interrupt(Engine engine, RunStatus status, Loss loss, String since) {
    String reason =
        "the ledger has lost all changes %s; what this run has done since then is unknown"
            .formatted(since);
    boolean any = false;
    RunCursor after = null;
    for (RunPage page = runs(engine, status, after);
        !page.runs().isEmpty();
        page = runs(engine, status, after)) {
      List<Long> keys =
          page.runs().stream().filter(run -> isAtRisk(run, loss)).map(Run::key).toList();
      if (!keys.isEmpty()) {
        any = true;
        commits.commit(
            change -> {
              for (long key : keys) {
                Run run = change.run(key);
                if (run != null) {
                  ExternalGates.interrupt(change, run, reason, BY, slots);
                }
              }
              return keys.size();
            });
      }
      after = new RunCursor(false, page.runs().getLast().key());
    }
    return any;
  }

  /** What has not begun yet, and could not, is as it was. */
  private static boolean isAtRisk(Run run, Loss loss) {
    return run.head().driver() == RunHead.Driver.LOOP
        && !(run.state() instanceof RunState.Deferred later
            && later.untilMs() > loss.acceptedAtMs());
  }

  private void askCarefully(Engine engine, String since) {
    String note =
        " (Asked again: the ledger has lost all changes %s, so this may already have been allowed and done. Check before you allow it.)"
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
