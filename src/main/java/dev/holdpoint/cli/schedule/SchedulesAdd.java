package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.CreateScheduleRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleMisfire;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleOverlap;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleTrigger;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Moments;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WireNames;
import dev.holdpoint.cli.WorkText;
import dev.holdpoint.cli.schedule.SchedulesAdd.MisfireNames;
import dev.holdpoint.cli.schedule.SchedulesAdd.OverlapNames;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = {
      "Adds a schedule that gives a session work at certain times, and prints its id.",
      "Without TEXT the text is read from --file or standard input."
    },
    footer = {
      "  holdpoint schedules add deploys 'Look for drift' --every 6h",
      "  holdpoint schedules add deploys 'Good morning' --cron '0 9 * * mon-fri'",
      "  holdpoint schedules add deploys --file task.md --at '2026-11-16 09:00'"
    })
final class SchedulesAdd extends DaemonCommand {
  @Parameters(index = "0", paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "the text")
  private @Nullable String text;

  @Mixin private WorkText work;

  @ArgGroup(multiplicity = "1")
  private When when = new When();

  /** One of these. */
  static final class When {
    @Option(
        names = "--every",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "interval: 45s, 90m, 12h; at least 5 seconds")
    private @Nullable Duration every;

    @Option(
        names = "--at",
        paramLabel = "TIME",
        converter = Moments.class,
        description = "once at this time: '2026-11-16 09:00', in your time zone")
    private @Nullable Long atMs;

    @Option(
        names = "--in",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "once after this delay: 45s, 90m, 12h")
    private @Nullable Duration in;

    @Option(
        names = "--cron",
        paramLabel = "EXPRESSION",
        description = "minute, hour, day of month, month, day of week")
    private @Nullable String cron;
  }

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      description = "with --cron: time zone (default: yours)")
  private @Nullable String timeZone;

  @Option(
      names = "--overlap",
      paramLabel = "RULE",
      converter = OverlapNames.class,
      completionCandidates = OverlapNames.class,
      description = "if its last run has not ended: ${COMPLETION-CANDIDATES} (skip)")
  private @Nullable ScheduleOverlap overlap;

  @Option(
      names = "--misfire",
      paramLabel = "RULE",
      converter = MisfireNames.class,
      completionCandidates = MisfireNames.class,
      description =
          "for times missed while the daemon was down: ${COMPLETION-CANDIDATES} (coalesce)")
  private @Nullable ScheduleMisfire misfire;

  @Option(names = "--paused", description = "add it paused")
  private boolean paused;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (timeZone != null && when.cron == null) {
      throw usage("--time-zone requires --cron");
    }
    ScheduleView schedule =
        client
            .schedules()
            .create(
                new CreateScheduleRequest(
                    sessionId,
                    work.read(text),
                    List.of(),
                    trigger(),
                    overlap,
                    misfire,
                    !paused,
                    null));
    if (json()) {
      printJson(schedule);
    } else {
      // The id and nothing else, so that a script can take it.
      out().println(Visible.line(schedule.scheduleId()));
      out().flush();
      note("next: " + ScheduleText.next(schedule));
    }
    return ExitCode.OK;
  }

  private ScheduleTrigger trigger() {
    if (when.every != null) {
      return new ScheduleTrigger.Interval(when.every.toMillis());
    }
    if (when.cron != null) {
      return new ScheduleTrigger.Cron(
          when.cron, timeZone == null ? ZoneId.systemDefault().getId() : timeZone);
    }
    Duration in = when.in == null ? Duration.ZERO : when.in;
    return new ScheduleTrigger.Once(
        when.atMs == null ? System.currentTimeMillis() + in.toMillis() : when.atMs);
  }

  static final class MisfireNames extends WireNames<ScheduleMisfire> {
    MisfireNames() {
      super(ScheduleMisfire.class);
    }
  }

  static final class OverlapNames extends WireNames<ScheduleOverlap> {
    OverlapNames() {
      super(ScheduleOverlap.class);
    }
  }
}
