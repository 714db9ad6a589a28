package dev.holdpoint.core.run;

/** What can be asked of a run. */
public sealed interface RunCommand {
  record Start() implements RunCommand {}

  /** The time has come that the run was deferred to. */
  record Release() implements RunCommand {}

  record WaitForApproval() implements RunCommand {}

  record WaitForUserQuestion() implements RunCommand {}

  /** The last pending gate was settled. */
  record Resume() implements RunCommand {}

  record Complete(long atMs) implements RunCommand {}

  record Fail(long atMs, String error) implements RunCommand {}

  record Interrupt(long atMs, String reason) implements RunCommand {}

  record Cancel(long atMs) implements RunCommand {}

  /** Restart recovery of work the daemon can make again from its own records; no API leads here. */
  record Requeue() implements RunCommand {}
}
