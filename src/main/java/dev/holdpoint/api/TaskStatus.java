package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The state of a task: open, or the state of its newest run.")
public enum TaskStatus {
  OPEN,
  QUEUED,
  RUNNING,
  WAITING_FOR_APPROVAL,
  WAITING_FOR_USER_QUESTION,
  COMPLETED,
  FAILED,
  INTERRUPTED,
  CANCELLED
}
