package dev.holdpoint.cli.daemon;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import java.util.List;
import java.util.Locale;

/** Nodes as people read them. */
final class NodeText {
  /** So much off, a clock makes deadlines come at another time than people think. */
  private static final long CLOCK_MS = 1_000;

  private NodeText() {}

  static Table table(List<NodeView> nodes) {
    Table table =
        new Table("NODE", "STATE", "RUNS", "STREAMS", "HEARD", "CLOCK", "VERSION", "ADDRESS");
    for (NodeView node : nodes) {
      table.row(
          node.name() + (node.self() ? " *" : ""),
          Wire.name(node.state()),
          Integer.toString(node.runs()),
          Integer.toString(node.streams()),
          heard(node),
          clock(node),
          node.version(),
          node.address() == null ? "" : node.address());
    }
    return table;
  }

  static void print(Facts facts, Paint paint, NodeView node) {
    facts
        .line("node", node.name() + (node.self() ? " (this one answers)" : ""))
        .painted("state", state(node, paint))
        .line("epoch", Long.toString(node.epoch()))
        .line("address", node.address())
        .line("version", node.version())
        .time("joined", node.joinedAtMs())
        .line("heard", heard(node))
        .line("clock", clock(node))
        .line("runs", Integer.toString(node.runs()))
        .line("streams", Integer.toString(node.streams()));
    if (node.settled() != null) {
      facts.line("left", node.settled() ? "taken over" : "not taken over yet");
    }
  }

  private static String state(NodeView node, Paint paint) {
    String word = Wire.name(node.state());
    return switch (node.state()) {
      case LIVE -> paint.green(word);
      case DRAINING, SILENT -> paint.yellow(word);
      case LEFT -> word;
      case LOST -> paint.red(word);
    };
  }

  /** By the database's clock, which is not this machine's. */
  private static String heard(NodeView node) {
    return Times.from(node.silentMs(), 0);
  }

  private static String clock(NodeView node) {
    long off = node.clockOffMs();
    return Math.abs(off) <= CLOCK_MS
        ? "right"
        : String.format(
            Locale.ROOT, "%.1f s %s", Math.abs(off) / 1_000.0, off > 0 ? "ahead" : "behind");
  }
}
