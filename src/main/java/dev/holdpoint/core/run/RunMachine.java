package dev.holdpoint.core.run;

import static dev.holdpoint.core.problem.Problem.RUN_STATE_CONFLICT;
import static dev.holdpoint.core.problem.Verdict.happened;
import static dev.holdpoint.core.problem.Verdict.rejected;
import static dev.holdpoint.core.problem.Verdict.unchanged;

import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.RunCommand.Cancel;
import dev.holdpoint.core.run.RunCommand.Complete;
import dev.holdpoint.core.run.RunCommand.Fail;
import dev.holdpoint.core.run.RunCommand.Interrupt;
import dev.holdpoint.core.run.RunCommand.Release;
import dev.holdpoint.core.run.RunCommand.Requeue;
import dev.holdpoint.core.run.RunCommand.Resume;
import dev.holdpoint.core.run.RunCommand.Start;
import dev.holdpoint.core.run.RunCommand.WaitForApproval;
import dev.holdpoint.core.run.RunCommand.WaitForUserQuestion;
import dev.holdpoint.core.run.RunState.Deferred;
import dev.holdpoint.core.run.RunState.Queued;
import dev.holdpoint.core.run.RunState.Running;
import dev.holdpoint.core.run.RunState.Settled;
import dev.holdpoint.core.run.RunState.Waiting;

/** The life of a run. Nothing else changes a run's state. */
public final class RunMachine {
  private RunMachine() {}

  private record At(RunState state, RunCommand command) {}

  public static Verdict<RunEvent> decide(RunState state, RunCommand command) {
    return switch (new At(state, command)) {
      case At(Deferred _, Release _) -> happened(new RunEvent.Released());
      case At(Deferred _, Fail c) -> happened(new RunEvent.Failed(c.atMs(), c.error()));
      case At(Deferred _, Interrupt c) -> happened(new RunEvent.Interrupted(c.atMs(), c.reason()));
      case At(Deferred _, Cancel c) -> happened(new RunEvent.Cancelled(c.atMs()));
      case At(Deferred _, Requeue _) -> unchanged();
      case At(Deferred _, Start _) -> rejected(RUN_STATE_CONFLICT);
      case At(Deferred _, WaitForApproval _) -> rejected(RUN_STATE_CONFLICT);
      case At(Deferred _, WaitForUserQuestion _) -> rejected(RUN_STATE_CONFLICT);
      case At(Deferred _, Resume _) -> rejected(RUN_STATE_CONFLICT);
      case At(Deferred _, Complete _) -> rejected(RUN_STATE_CONFLICT);

      case At(Queued _, Start _) -> happened(new RunEvent.Started());
      case At(Queued _, Fail c) -> happened(new RunEvent.Failed(c.atMs(), c.error()));
      case At(Queued _, Interrupt c) -> happened(new RunEvent.Interrupted(c.atMs(), c.reason()));
      case At(Queued _, Cancel c) -> happened(new RunEvent.Cancelled(c.atMs()));
      case At(Queued _, Requeue _) -> unchanged();
      case At(Queued _, WaitForApproval _) -> rejected(RUN_STATE_CONFLICT);
      case At(Queued _, WaitForUserQuestion _) -> rejected(RUN_STATE_CONFLICT);
      case At(Queued _, Resume _) -> rejected(RUN_STATE_CONFLICT);
      case At(Queued _, Complete _) -> rejected(RUN_STATE_CONFLICT);

      case At(Running _, WaitForApproval _) -> happened(new RunEvent.ParkedOnApproval());
      case At(Running _, WaitForUserQuestion _) -> happened(new RunEvent.ParkedOnUserQuestion());
      case At(Running _, Complete c) -> happened(new RunEvent.Completed(c.atMs()));
      case At(Running _, Fail c) -> happened(new RunEvent.Failed(c.atMs(), c.error()));
      case At(Running _, Interrupt c) -> happened(new RunEvent.Interrupted(c.atMs(), c.reason()));
      case At(Running _, Cancel c) -> happened(new RunEvent.Cancelled(c.atMs()));
      case At(Running _, Requeue _) -> happened(new RunEvent.Requeued());
      case At(Running _, Start _) -> rejected(RUN_STATE_CONFLICT);
      case At(Running _, Resume _) -> rejected(RUN_STATE_CONFLICT);

      case At(Waiting _, Resume _) -> happened(new RunEvent.Resumed());
      case At(Waiting _, Complete c) -> happened(new RunEvent.Completed(c.atMs()));
      case At(Waiting _, Fail c) -> happened(new RunEvent.Failed(c.atMs(), c.error()));
      case At(Waiting _, Interrupt c) -> happened(new RunEvent.Interrupted(c.atMs(), c.reason()));
      case At(Waiting _, Cancel c) -> happened(new RunEvent.Cancelled(c.atMs()));
      case At(Waiting _, Requeue _) -> happened(new RunEvent.Requeued());
      case At(Waiting _, Start _) -> rejected(RUN_STATE_CONFLICT);
      case At(Waiting _, WaitForApproval _) -> rejected(RUN_STATE_CONFLICT);
      case At(Waiting _, WaitForUserQuestion _) -> rejected(RUN_STATE_CONFLICT);

      // A timer that comes late finds that everything has happened.
      case At(RunState _, Release _) -> unchanged();

      // A cancel that was sent twice is normal after a lost answer.
      case At(RunState.Cancelled _, Cancel _) -> unchanged();
      case At(Settled _, RunCommand _) -> rejected(RUN_STATE_CONFLICT);
    };
  }

  public static RunState evolve(RunEvent event) {
    return switch (event) {
      case RunEvent.Released _ -> new Queued();
      case RunEvent.Started _ -> new Running();
      case RunEvent.ParkedOnApproval _ -> new RunState.WaitingForApproval();
      case RunEvent.ParkedOnUserQuestion _ -> new RunState.WaitingForUserQuestion();
      case RunEvent.Resumed _ -> new Running();
      case RunEvent.Completed e -> new RunState.Completed(e.atMs());
      case RunEvent.Failed e -> new RunState.Failed(e.atMs(), e.error());
      case RunEvent.Interrupted e -> new RunState.Interrupted(e.atMs(), e.reason());
      case RunEvent.Cancelled e -> new RunState.Cancelled(e.atMs());
      case RunEvent.Requeued _ -> new Queued();
    };
  }
}
