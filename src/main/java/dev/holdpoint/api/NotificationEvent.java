package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What somebody is told of.")
public enum NotificationEvent {
  APPROVAL_REQUESTED,
  QUESTION_REQUESTED,
  EXPIRING_SOON,
  RUN_FAILED
}
