package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("pending: the run that reads it has not started. dead_lettered: it will not be delivered.")
public enum MailStatus {
  PENDING,
  DELIVERED,
  DEAD_LETTERED
}
