package dev.holdpoint.http.v1.daemon;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.cluster.Roster;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The daemons that share the ledger. */
public final class NodeHandlers {
  private final Bodies bodies;
  private final Roster roster;
  private final AdminActs acts;

  public NodeHandlers(Bodies bodies, Roster roster, AdminActs acts) {
    this.acts = acts;
    this.bodies = bodies;
    this.roster = roster;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listNodes",
            _ -> Reply.json(200, roster.look().entries().stream().map(NodeHandlers::view).toList()),
        "getNode", call -> Reply.json(200, view(roster.find(call.path("node")))),
        "drainNode", call -> drain(call, true),
        "resumeNode", call -> drain(call, false));
  }

  private Reply drain(Call call, boolean on) {
    bodies.checkUnused(call);
    String node = call.path("node");
    return Reply.json(200, view(roster.drain(node, epoch -> acts.drain(epoch, node, on))));
  }

  /** Null where the ledger cannot be shared. */
  static StatusView.@Nullable Cluster cluster(Roster.Look look) {
    if (!look.shared()) {
      return null;
    }
    Roster.Entry self = look.self();
    return new StatusView.Cluster(
        self == null ? null : new StatusView.Member(self.node().name(), self.node().epoch()),
        look.live(),
        look.entries().size(),
        look.isDraining(),
        look.clockOffMs());
  }

  private static NodeView view(Roster.Entry entry) {
    Node node = entry.node();
    Node.Card card = node.card();
    return new NodeView(
        node.name(),
        node.epoch(),
        state(entry.state()),
        card.address(),
        card.version(),
        node.joinedAtMs(),
        node.seenAtMs(),
        entry.silentMs(),
        card.clockOffMs(),
        card.runs(),
        card.streams(),
        entry.self(),
        node.isLive() ? null : node.settled());
  }

  private static NodeView.State state(Roster.State state) {
    return switch (state) {
      case LIVE -> NodeView.State.LIVE;
      case DRAINING -> NodeView.State.DRAINING;
      case SILENT -> NodeView.State.SILENT;
      case LEFT -> NodeView.State.LEFT;
      case LOST -> NodeView.State.LOST;
    };
  }
}
