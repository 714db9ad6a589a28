package dev.holdpoint.cli.memory;

import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows one learning.",
    footer = "  holdpoint learnings get lrn_…")
final class LearningsGet extends DaemonCommand {
  @Parameters(paramLabel = "LEARNING", description = "its id")
  private String learningId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    LearningView learning = client.learnings().find(learningId);
    if (json()) {
      printJson(learning);
    } else {
      LearningText.print(learning, out(), paint());
    }
    return ExitCode.OK;
  }
}
