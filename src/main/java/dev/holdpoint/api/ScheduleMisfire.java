package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("For times that passed while the daemon was down or late: one run, or none.")
public enum ScheduleMisfire {
  COALESCE,
  SKIP
}
