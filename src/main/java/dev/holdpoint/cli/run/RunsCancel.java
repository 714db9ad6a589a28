package dev.holdpoint.cli.run;

import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    description = "Cancels a run. A cancelled run stays cancelled.",
    footer = "  holdpoint runs cancel run_01M7EP4AKH0000F3ZBANCQVE8E")
final class RunsCancel extends DaemonCommand {
  @Parameters(paramLabel = "RUN", description = "the run's id")
  private String runId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    RunView run = client.runs().cancel(runId);
    if (json()) {
      printJson(run);
    } else {
      out().println(RunText.outcome(run, paint()));
    }
    return ExitCode.OK;
  }
}
