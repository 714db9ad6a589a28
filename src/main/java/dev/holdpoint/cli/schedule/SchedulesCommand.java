package dev.holdpoint.cli.schedule;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint schedules}. */
@Command(
    name = "schedules",
    description = "Schedules give a session work at certain times.",
    subcommands = {
      SchedulesList.class,
      SchedulesAdd.class,
      SchedulesGet.class,
      SchedulesPause.class,
      SchedulesResume.class,
      SchedulesTrigger.class,
      SchedulesRemove.class
    },
    footer = {
      "  holdpoint schedules add deploys 'Look for drift' --every 6h",
      "  holdpoint schedules add deploys 'Good morning' --cron '0 9 * * mon-fri'",
      "  holdpoint schedules list",
      "",
      ExitCode.TABLE
    })
public final class SchedulesCommand extends CommandGroup {}
