package dev.holdpoint.client;

import dev.holdpoint.api.daemon.DaemonBodies.NodeView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;

/** The daemons that share the ledger. */
public final class NodeClient {
  private static final String NODES = "/v1/nodes";

  private final Connection connection;

  NodeClient(Connection connection) {
    this.connection = connection;
  }

  public List<NodeView> list() throws CallFailed {
    return connection.list(RequestPath.of(NODES), NodeView.class);
  }

  public NodeView get(String name) throws CallFailed {
    return connection.get(RequestPath.of(NODES + "/{}", name), NodeView.class);
  }

  public NodeView drain(String name) throws CallFailed {
    return connection.post(RequestPath.of(NODES + "/{}/drain", name), null, NodeView.class);
  }

  public NodeView resume(String name) throws CallFailed {
    return connection.post(RequestPath.of(NODES + "/{}/resume", name), null, NodeView.class);
  }
}
