package dev.holdpoint.cli.node;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = {
      "Lists the nodes, including those gone within a day: their work and "
          + "their last heartbeat.",
      "The star marks the node that answers."
    },
    footer = {"  holdpoint nodes list", "  holdpoint nodes list --json"})
final class NodesList extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    List<NodeView> nodes = client.nodes().list();
    if (json()) {
      printJson(nodes);
    } else {
      NodeText.table(nodes).print(out(), paint());
    }
    return ExitCode.OK;
  }
}
