package dev.holdpoint.cli.run;

import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.RunWatch;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "wait",
    description = {
      "Waits until a run has ended, also across restarts of the daemon.",
      "Exit code: 0 the run completed, 1 it ended otherwise, 7 the time of --timeout is over."
    },
    footer = {
      "  holdpoint runs wait run_01M7EP4AKH0000F3ZBANCQVE8E && echo done",
      "  holdpoint runs wait run_01M7EP4AKH0000F3ZBANCQVE8E --timeout 10m --or-waiting"
    })
final class RunsWait extends DaemonCommand {
  @Parameters(paramLabel = "RUN", description = "the run's id")
  private String runId;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "maximum time to wait: 45s, 90m, 12h")
  private @Nullable Duration timeout;

  @Option(names = "--or-waiting", description = "also return when the run waits for a person")
  private boolean orWaiting;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    RunWatch.Until until = orWaiting ? RunWatch.Until.ENDED_OR_WAITING : RunWatch.Until.ENDED;
    RunView run = RunWatch.await(client, runId, until, timeout);
    if (json()) {
      printJson(run);
    } else {
      out().println(RunText.outcome(run, paint()));
    }
    boolean there = RunText.ended(run.status()) || (orWaiting && RunText.waits(run.status()));
    return there ? RunText.exitCode(run.status()) : ExitCode.RETRY_LATER;
  }
}
