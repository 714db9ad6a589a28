package dev.holdpoint.engine.loop;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Slots;

/** What the loop commits: that a run begins, and how far it has come. */
public final class Progress {
  private final Commits commits;
  private final Slots slots;
  private final Children children;

  /**
   * @param queuePerSession how many messages of other agents a session takes before it has read any
   */
  public Progress(Commits commits, Slots slots, Routes routes, int queuePerSession) {
    this.commits = commits;
    this.slots = slots;
    this.children = new Children(slots, routes, queuePerSession);
  }

  /** Starts a queued run whose turn it is; gives the run as it is then. */
  public Run start(long runKey) {
    return commit(
        runKey,
        change -> {
          change.leases.hold(runKey);
          Run run = Existing.run(change, runKey);
          boolean free = change.load(run.head().sessionKey()).isSlotFree();
          return run.status() == RunStatus.QUEUED && free ? slots.start(change, run) : run;
        });
  }

  /**
   * Commits the advance.
   *
   * @throws dev.holdpoint.core.problem.Refused when the run has changed since: the loop must look
   *     again
   */
  public Run advance(Advance advance) {
    long key = advance.from().key();
    return commit(
        key,
        change -> {
          change.leases.hold(key);
          Run run = Existing.run(change, key);
          if (!run.isLoopWork() || !run.trail().equals(advance.from().trail())) {
            throw Problem.RUN_STATE_CONFLICT
                .because("Run " + run.id() + " has changed in the meantime.")
                .asException();
          }
          return advance.apply(change, run, slots, children);
        });
  }

  /**
   * Gives the run with the row of this very commit on its trail. The loop's next commit names the
   * version that it began from, and without that row it would name one that is gone.
   */
  private Run commit(long runKey, Work<Run> work) {
    record Decided(Change change, Run run) {}
    Decided decided =
        commits.commit(Work.about(runKey, change -> new Decided(change, work.decide(change))));
    return decided.change().committed(decided.run());
  }
}
