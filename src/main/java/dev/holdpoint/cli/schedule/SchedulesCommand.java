package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.schedule.SchedulesCommand.SchedulesGet;
import dev.holdpoint.cli.schedule.SchedulesCommand.SchedulesList;
import dev.holdpoint.cli.schedule.SchedulesCommand.SchedulesPause;
import dev.holdpoint.cli.schedule.SchedulesCommand.SchedulesRemove;
import dev.holdpoint.cli.schedule.SchedulesCommand.SchedulesResume;
import dev.holdpoint.cli.schedule.SchedulesCommand.SchedulesTrigger;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
public final class SchedulesCommand extends CommandGroup {
  @Command(
      name = "list",
      description = "Lists schedules, the newest first.",
      footer = "  holdpoint schedules list --session deploys")
  static final class SchedulesList extends ListCommand<ScheduleView> {
    @Option(
        names = "--session",
        paramLabel = "SESSION",
        description = "only schedules of this session")
    private @Nullable String sessionId;

    @Override
    protected Page<ScheduleView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.schedules().page(sessionId, wish);
    }

    @Override
    protected Table table(List<ScheduleView> rows) {
      Table table = new Table("SCHEDULE", "SESSION", "STATE", "WHEN", "NEXT");
      for (ScheduleView row : rows) {
        table.row(
            row.scheduleId(),
            row.sessionId(),
            row.enabled() ? "on" : "off",
            ScheduleText.when(row.trigger()),
            ScheduleText.next(row));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No schedules. Add one with: holdpoint schedules add SESSION TEXT --every 6h";
    }
  }

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows a schedule: when it is due, and its last results.",
      footer = "  holdpoint schedules get sch_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class SchedulesGet extends DaemonCommand {
    @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      ScheduleView schedule = client.schedules().find(id);
      if (json()) {
        printJson(schedule);
      } else {
        ScheduleText.print(schedule, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "pause",
      description = "Pauses a schedule until it is resumed.",
      footer = "  holdpoint schedules pause sch_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class SchedulesPause extends DaemonCommand {
    @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      ScheduleView schedule = client.schedules().enable(id, false);
      if (json()) {
        printJson(schedule);
      } else {
        ScheduleText.print(schedule, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "resume",
      description = "Resumes a schedule from now on.",
      footer = "  holdpoint schedules resume sch_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class SchedulesResume extends DaemonCommand {
    @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      ScheduleView schedule = client.schedules().enable(id, true);
      if (json()) {
        printJson(schedule);
      } else {
        ScheduleText.print(schedule, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "trigger",
      description = "Runs a schedule now, in addition to its times, and prints the run.",
      footer = "  holdpoint schedules trigger sch_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class SchedulesTrigger extends DaemonCommand {
    @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      RunView run = client.schedules().trigger(id);
      if (json()) {
        printJson(run);
      } else {
        out().println(Visible.line(run.runId()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "remove",
      description = "Removes a schedule. Its runs are kept.",
      footer = "  holdpoint schedules remove sch_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class SchedulesRemove extends DaemonCommand {
    @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      client.schedules().remove(id);
      note("Removed.");
      return ExitCode.OK;
    }
  }
}
