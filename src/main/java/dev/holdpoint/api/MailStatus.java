package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Pending: the run that reads it has not begun. Dead-lettered: nobody will get it.")
public enum MailStatus {
  PENDING,
  DELIVERED,
  DEAD_LETTERED
}
