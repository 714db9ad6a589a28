package dev.holdpoint.cli.node;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "resume",
    description = "Makes a drained node take work again.",
    footer = "  holdpoint nodes resume east-1")
final class NodesResume extends DaemonCommand {
  @Parameters(paramLabel = "NAME", description = "the node's name")
  private String name = "";

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    NodeView node = client.nodes().resume(name);
    if (json()) {
      printJson(node);
    } else {
      out().println(Visible.line(node.name()) + " takes work again");
    }
    return ExitCode.OK;
  }
}
