package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Idempotency.NATURAL;

import java.util.List;

/** The daemons that share the ledger. */
final class NodeEndpoints {
  private static final String NODES = "/v1/nodes";
  private static final String NODE = NODES + "/{node}";

  static final List<Endpoint> ALL =
      Draft.all(
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
