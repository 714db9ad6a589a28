package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What to do if its last run has not ended: nothing, or queue one more.")
public enum ScheduleOverlap {
  SKIP,
  QUEUE_ONE
}
