package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("How far a task has come: open, or what its newest run says.")
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
