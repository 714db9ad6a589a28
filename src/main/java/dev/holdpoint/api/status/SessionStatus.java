package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About("The state of a session.")
public enum SessionStatus {
  IDLE,
  RUNNING,
  WAITING_FOR_APPROVAL,
  WAITING_FOR_USER_QUESTION,
  FAILED,
  ENDED
}
