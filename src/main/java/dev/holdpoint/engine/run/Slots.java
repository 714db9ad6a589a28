package dev.holdpoint.engine.run;

import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunMachine;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.SessionQueue;
import dev.holdpoint.engine.port.store.LiveRun;
import java.util.List;

/**
 * One session runs one run at a time. Whatever work frees a session's slot hands it on in the same
 * transaction, so that no queued run is ever left without somebody who will start it.
 */
public final class Slots {
  private final Workers workers;
  private final FollowUp followUp;

  public Slots(Workers workers, FollowUp followUp) {
    this.workers = workers;
    this.followUp = followUp;
  }

  FollowUp followUp() {
    return followUp;
  }

  /**
   * Gives a free slot to the oldest queued run: it starts if a worker is free, else it is marked as
   * the next.
   */
  void promote(Change change, long sessionKey) {
    if (!change.load(sessionKey).isSlotFree()) {
      return;
    }
    Run next = SessionQueue.next(change, sessionKey);
    if (next == null) {
      return;
    }
    if (workers.haveRoom()) {
      start(change, next);
    } else {
      change.change(next, true, List.of(), List.of());
    }
  }

  public Run start(Change change, Run run) {
    if (!(RunMachine.decide(run.state(), new RunCommand.Start()) instanceof Verdict.Happened<?>)) {
      return run;
    }
    RunEdit edit = RunEdit.of(change, run);
    edit.draft().started(change.nowMs(), stepsBefore(change, run));
    return edit.apply(new RunCommand.Start()).done(this);
  }

  /** How long the session's transcript is when this run starts. */
  public static int stepsBefore(Change change, Run run) {
    long below = run.wasDeferred() ? Long.MAX_VALUE : run.key();
    Run last = change.ledger().lastStartedRun(run.head().sessionKey(), below);
    Run newest = last == null ? null : change.run(last.key());
    for (LiveRun live : change.load(run.head().sessionKey()).awake()) {
      // A run that started in this very transaction is not in the database yet.
      if (live.key() < below && live.key() != run.key()) {
        Run other = Existing.run(change, live.key());
        if (other.isOfConversation() && (newest == null || other.key() > newest.key())) {
          newest = other;
        }
      }
    }
    return newest == null ? 0 : newest.stepsBefore() + newest.steps();
  }
}
