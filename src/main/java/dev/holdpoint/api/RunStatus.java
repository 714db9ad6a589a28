package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Where a run stands.")
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
