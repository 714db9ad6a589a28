package dev.holdpoint.cli.observation;

import dev.holdpoint.api.schedule.ScheduleBodies.RecordObservationRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordedObservation;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Moments;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WorkText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class ObservationsAdd extends DaemonCommand {
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
                new RecordObservationRequest(sessionId, source, work.read(text), null, when, null));
    if (json()) {
      printJson(taken);
    } else {
      out().println(Visible.line(taken.runId()));
    }
    return ExitCode.OK;
  }
}
