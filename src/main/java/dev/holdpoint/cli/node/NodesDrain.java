package dev.holdpoint.cli.node;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class NodesDrain extends DaemonCommand {
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
