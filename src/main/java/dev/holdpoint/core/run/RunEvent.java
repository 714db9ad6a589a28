package dev.holdpoint.core.run;

/** What happened to a run's state. */
public sealed interface RunEvent {
  record Started() implements RunEvent {}

  record Released() implements RunEvent {}

  record ParkedOnApproval() implements RunEvent {}

  record ParkedOnUserQuestion() implements RunEvent {}

  record Resumed() implements RunEvent {}

  record Completed(long atMs) implements RunEvent {}

  record Failed(long atMs, String error) implements RunEvent {}

  record Interrupted(long atMs, String reason) implements RunEvent {}

  record Cancelled(long atMs) implements RunEvent {}

  record Requeued() implements RunEvent {}
}
