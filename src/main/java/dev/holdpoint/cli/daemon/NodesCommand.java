package dev.holdpoint.cli.daemon;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.daemon.NodesCommand.NodesDrain;
import dev.holdpoint.cli.daemon.NodesCommand.NodesList;
import dev.holdpoint.cli.daemon.NodesCommand.NodesResume;
import dev.holdpoint.cli.daemon.NodesCommand.NodesShow;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  @Command(
      name = "list",
      description = {
        "Lists the nodes, including those gone within a day: their work and "
            + "their last heartbeat.",
        "The star marks the node that answers."
      },
      footer = {"  holdpoint nodes list", "  holdpoint nodes list --json"})
  static final class NodesList extends DaemonCommand {
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

  @Command(
      name = "show",
      description = "Shows a node: its address, its work and its clock.",
      footer = {"  holdpoint nodes show east-1", "  holdpoint nodes show east-1 --json"})
  static final class NodesShow extends DaemonCommand {
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

  @Command(
      name = "drain",
      description = {
        "Makes a node hand its work over to the others and take no more, until "
            + "'resume' or its next start.",
        "It still answers requests. Runs are handed over at their next commit."
      },
      footer = {
        "  holdpoint nodes drain east-1 --wait",
        "  holdpoint nodes drain east-1 --wait && ssh east-1 systemctl restart holdpoint"
      })
  static final class NodesDrain extends DaemonCommand {
    private static final long PAUSE_MS = 500;

    @Parameters(paramLabel = "NAME", description = "the node's name")
    private String name = "";

    @Option(names = "--wait", description = "wait until the node has no more work")
    private boolean wait;

    @Override
    protected int run(HoldpointClient client) throws CallFailed, InterruptedException {
      NodeView node = client.nodes().drain(name);
      if (wait) {
        node = await(client, node);
      }
      if (json()) {
        printJson(node);
      } else {
        out().println(words(node));
      }
      return isOver(node) || !wait ? ExitCode.OK : ExitCode.CONFLICT;
    }

    /**
     * A node tells how much it does when it says that it is there. The first time after the command
     * may have been on its way already, so what counts is what it says after that.
     */
    private static NodeView await(HoldpointClient client, NodeView first)
        throws CallFailed, InterruptedException {
      NodeView node = first;
      long heardAtMs = node.seenAtMs();
      int heard = 0;
      while (mayStillTell(node) && (heard < 2 || node.runs() > 0)) {
        Thread.sleep(PAUSE_MS); // until it has said something new
        node = client.nodes().get(first.name());
        if (node.epoch() != first.epoch()) {
          return node;
        }
        if (node.seenAtMs() > heardAtMs) {
          heardAtMs = node.seenAtMs();
          heard++;
        }
      }
      return node;
    }

    /** Somebody may have resumed it, and a node that is gone says nothing more. */
    private static boolean mayStillTell(NodeView node) {
      return node.state() == NodeView.State.DRAINING || node.state() == NodeView.State.SILENT;
    }

    private static boolean isOver(NodeView node) {
      return switch (node.state()) {
        case DRAINING, LEFT, LOST -> true;
        case LIVE, SILENT -> false;
      };
    }

    private String words(NodeView node) {
      String who = Visible.line(node.name());
      return switch (node.state()) {
        case DRAINING, SILENT ->
            wait
                ? who + " has no more work"
                : "%s hands its work over; %s still there"
                    .formatted(who, Times.count(node.runs(), "run"));
        case LEFT, LOST -> who + " is gone; the others take over its work";
        case LIVE -> who + " takes work again: it was resumed or restarted";
      };
    }
  }

  @Command(
      name = "resume",
      description = "Makes a drained node take work again.",
      footer = "  holdpoint nodes resume east-1")
  static final class NodesResume extends DaemonCommand {
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
}
