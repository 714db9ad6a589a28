package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleMisfire;
import dev.holdpoint.cli.WireNames;

final class MisfireNames extends WireNames<ScheduleMisfire> {
  MisfireNames() {
    super(ScheduleMisfire.class);
  }
}
