package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "What to do for times that were missed while the daemon was down or "
        + "late: one run, or none.")
public enum ScheduleMisfire {
  COALESCE,
  SKIP
}
