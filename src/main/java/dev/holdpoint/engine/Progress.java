package dev.holdpoint.engine;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;

/** What the loop commits: that a run begins, and how far it has come. */
public final class Progress {
  private final Commits commits;
  private final Slots slots;

  public Progress(Commits commits, Workers workers) {
    this.commits = commits;
    this.slots = new Slots(workers);
  }

  /** Starts a queued run whose turn it is; gives the run as it is then. */
  public Run start(long runKey) {
    return commits.commit(
        change -> {
          Run run = Runs.existing(change, runKey);
          boolean free = change.load(run.head().sessionKey()).isSlotFree();
          return run.status() == RunStatus.QUEUED && free ? Slots.start(change, run) : run;
        });
  }

  /**
   * Commits the advance.
   *
   * @throws dev.holdpoint.core.problem.Refused when the run has changed since: the loop must look
   *     again
   */
  public Run advance(Advance advance) {
    return commits.commit(
        Work.about(
            advance.from().key(),
            change -> {
              Run run = Runs.existing(change, advance.from().key());
              if (!run.isLoopWork() || !run.trail().equals(advance.from().trail())) {
                throw Problem.RUN_STATE_CONFLICT
                    .because("Run " + run.id() + " was changed meanwhile.")
                    .asException();
              }
              return advance.apply(change, run, slots);
            }));
  }
}
