package dev.holdpoint.core.run;

/** Where a run stands. */
public sealed interface RunState {
  RunStatus status();

  record Queued() implements RunState {
    @Override
    public RunStatus status() {
      return RunStatus.QUEUED;
    }
  }

  /** Accepted for later: until its time comes it stands in no queue and keeps nothing busy. */
  record Deferred(long untilMs) implements RunState {
    @Override
    public RunStatus status() {
      return RunStatus.QUEUED;
    }
  }

  record Running() implements RunState {
    @Override
    public RunStatus status() {
      return RunStatus.RUNNING;
    }
  }

  /** Parked: rows and nothing else, until somebody decides. */
  sealed interface Waiting extends RunState {}

  record WaitingForApproval() implements Waiting {
    @Override
    public RunStatus status() {
      return RunStatus.WAITING_FOR_APPROVAL;
    }
  }

  record WaitingForUserQuestion() implements Waiting {
    @Override
    public RunStatus status() {
      return RunStatus.WAITING_FOR_USER_QUESTION;
    }
  }

  /** Final: no command changes it. */
  sealed interface Settled extends RunState {
    long atMs();
  }

  record Completed(long atMs) implements Settled {
    @Override
    public RunStatus status() {
      return RunStatus.COMPLETED;
    }
  }

  record Failed(long atMs, String error) implements Settled {
    @Override
    public RunStatus status() {
      return RunStatus.FAILED;
    }
  }

  record Interrupted(long atMs, String reason) implements Settled {
    @Override
    public RunStatus status() {
      return RunStatus.INTERRUPTED;
    }
  }

  record Cancelled(long atMs) implements Settled {
    @Override
    public RunStatus status() {
      return RunStatus.CANCELLED;
    }
  }
}
