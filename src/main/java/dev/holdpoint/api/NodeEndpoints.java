package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** The daemons that share the ledger. */
final class NodeEndpoints {
  private static final String NODES = "/v1/nodes";
  private static final String NODE = NODES + "/{node}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listNodes", NODES, READ, "Lists the nodes that share the ledger")
              .lists(NodeView.class),
          get("getNode", NODE, READ, "Returns a node").answers(NodeView.class),
          post(
                  "drainNode",
                  NODE + "/drain",
                  ADMIN,
                  NATURAL,
                  "Makes a node hand its work over and take no more")
              .answers(200, NodeView.class),
          post("resumeNode", NODE + "/resume", ADMIN, NATURAL, "Makes a node take work again")
              .answers(200, NodeView.class));

  private NodeEndpoints() {}
}
