package dev.holdpoint.cli.project;

import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "start",
    description =
        "Starts a task in its session and prints the run. A task that is already "
            + "running is not started again.",
    footer = "  holdpoint projects start move tsk_01M7EP4AKH0000F3ZBANCQVE8E")
final class ProjectsStart extends DaemonCommand {
  @Parameters(index = "0", paramLabel = "PROJECT", description = "the project's name")
  private String projectId;

  @Parameters(
      index = "1",
      paramLabel = "TASK",
      description = "its id, from 'holdpoint projects tasks'")
  private String taskId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    RunView run = client.projects().start(projectId, taskId);
    if (json()) {
      printJson(run);
    } else {
      out().println(Visible.line(run.runId()));
    }
    return ExitCode.OK;
  }
}
