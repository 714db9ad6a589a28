package dev.holdpoint.cli.node;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;

/** {@code holdpoint nodes}. */
@Command(
    name = "nodes",
    description = {
      "The daemons (nodes) that share a PostgreSQL database. Without a "
          + "subcommand, lists them.",
      "docs/operations.md explains how to run several nodes, and how to remove one."
    },
    subcommands = {NodesList.class, NodesShow.class, NodesDrain.class, NodesResume.class},
    footer = {
      "  holdpoint nodes",
      "  holdpoint nodes show east-1 --json",
      "  holdpoint nodes drain east-1 --wait",
      "  holdpoint nodes resume east-1",
      "",
      ExitCode.TABLE
    })
public final class NodesCommand extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (json()) {
      printJson(client.nodes().list());
    } else {
      NodeText.table(client.nodes().list()).print(out(), paint());
    }
    return ExitCode.OK;
  }
}
