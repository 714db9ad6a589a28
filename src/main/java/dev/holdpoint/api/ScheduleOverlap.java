package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("When it is due and a run of it has not ended: nothing, or one more that waits.")
public enum ScheduleOverlap {
  SKIP,
  QUEUE_ONE
}
