package dev.holdpoint.cli.memory;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    description = "Forgets a learning.",
    footer = "  holdpoint learnings remove lrn_…")
final class LearningsRemove extends DaemonCommand {
  @Parameters(paramLabel = "LEARNING", description = "its id")
  private String learningId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.learnings().remove(learningId);
    if (json()) {
      printJson(Map.of("removed", learningId));
    } else {
      out().println("Removed " + Visible.line(learningId) + ".");
    }
    return ExitCode.OK;
  }
}
