package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleOverlap;
import dev.holdpoint.cli.WireNames;

final class OverlapNames extends WireNames<ScheduleOverlap> {
  OverlapNames() {
    super(ScheduleOverlap.class);
  }
}
