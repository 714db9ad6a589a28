package dev.holdpoint.cli.node;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = "Shows a node: its address, its work and its clock.",
    footer = {"  holdpoint nodes show east-1", "  holdpoint nodes show east-1 --json"})
final class NodesShow extends DaemonCommand {
  @Parameters(paramLabel = "NAME", description = "the node's name")
  private String name = "";

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    NodeView node = client.nodes().get(name);
    if (json()) {
      printJson(node);
    } else {
      NodeText.print(new Facts(out(), paint()), paint(), node);
    }
    return ExitCode.OK;
  }
}
