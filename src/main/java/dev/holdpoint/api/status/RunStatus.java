package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About("The state of a run.")
public enum RunStatus {
  QUEUED,
  RUNNING,
  WAITING_FOR_APPROVAL,
  WAITING_FOR_USER_QUESTION,
  COMPLETED,
  FAILED,
  INTERRUPTED,
  CANCELLED
}
