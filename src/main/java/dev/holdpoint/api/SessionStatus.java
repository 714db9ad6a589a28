package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Where a session stands.")
public enum SessionStatus {
  IDLE,
  RUNNING,
  WAITING_FOR_APPROVAL,
  WAITING_FOR_USER_QUESTION,
  FAILED,
  ENDED
}
