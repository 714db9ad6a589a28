package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("An event that can be notified.")
public enum NotificationEvent {
  APPROVAL_REQUESTED,
  QUESTION_REQUESTED,
  EXPIRING_SOON,
  RUN_FAILED
}
