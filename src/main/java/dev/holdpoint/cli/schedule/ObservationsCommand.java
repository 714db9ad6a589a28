package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.schedule.ScheduleBodies.ObservationView;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordObservationRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordedObservation;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Moments;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WorkText;
import dev.holdpoint.cli.schedule.ObservationsCommand.ObservationsAdd;
import dev.holdpoint.cli.schedule.ObservationsCommand.ObservationsList;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint observations}. */
@Command(
    name = "observations",
    description = "Observations: events from elsewhere that a session receives.",
    subcommands = {ObservationsList.class, ObservationsAdd.class},
    footer = {
      "  holdpoint observations add deploys 'The build is red' --source ci",
      "  holdpoint observations list --session deploys",
      "",
      ExitCode.TABLE
    })
public final class ObservationsCommand extends CommandGroup {
  @Command(
      name = "add",
      description = {
        "Adds an observation for a session, now or later, and prints the run that receives it.",
        "Without TEXT the text is read from --file or standard input."
      },
      footer = {
        "  holdpoint observations add deploys 'The build is red' --source ci",
        "  holdpoint observations add deploys 'The window opens' --in 2h"
      })
  static final class ObservationsAdd extends DaemonCommand {
    @Parameters(index = "0", paramLabel = "SESSION", description = "the session's name")
    private String sessionId;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "the text")
    private @Nullable String text;

    @Mixin private WorkText work;

    @Option(
        names = "--source",
        paramLabel = "NAME",
        description = "origin of the observation (default: command-line)")
    private String source = "command-line";

    @Option(
        names = "--at",
        paramLabel = "TIME",
        converter = Moments.class,
        description = "time when the session receives it: '2026-11-16 09:00', in your time zone")
    private @Nullable Long atMs;

    @Option(
        names = "--in",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "delay until the session receives it: 45s, 90m, 12h")
    private @Nullable Duration in;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      if (in != null && atMs != null) {
        throw usage("--at and --in cannot be combined");
      }
      Long when = in == null ? atMs : Long.valueOf(System.currentTimeMillis() + in.toMillis());
      RecordedObservation taken =
          client
              .observations()
              .record(
                  new RecordObservationRequest(
                      sessionId, source, work.read(text), null, when, null));
      if (json()) {
        printJson(taken);
      } else {
        out().println(Visible.line(taken.runId()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists observations, the newest first.",
      footer = "  holdpoint observations list --session deploys")
  static final class ObservationsList extends ListCommand<ObservationView> {
    @Option(
        names = "--session",
        paramLabel = "SESSION",
        description = "only observations of this session")
    private @Nullable String sessionId;

    @Override
    protected Page<ObservationView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      return client.observations().page(sessionId, wish);
    }

    @Override
    protected Table table(List<ObservationView> rows) {
      Table table = new Table("OBSERVATION", "SESSION", "SOURCE", "CAME", "RUN");
      for (ObservationView row : rows) {
        table.row(
            row.observationId(),
            row.sessionId(),
            row.source(),
            Times.from(System.currentTimeMillis(), row.createdAtMs()),
            row.runId());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No observations. Add one with: holdpoint observations add SESSION TEXT";
    }
  }
}
