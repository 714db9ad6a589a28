package dev.holdpoint.client;

import dev.holdpoint.api.agent.AgentBodies.AcpServerRow;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.stream.AcpStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Agents that are spoken to in their own protocol, each through a server that is named by us. */
public final class AcpServerClient {
  private static final String SERVER = "/v1/acp/{}";

  private final Connection connection;

  AcpServerClient(Connection connection) {
    this.connection = connection;
  }

  public List<AcpServerRow> list() throws CallFailed {
    return connection.list(RequestPath.of("/v1/acp"), AcpServerRow.class);
  }

  /**
   * Sends a request and waits for its response, however long that takes: the daemon shows every few
   * seconds that it is still there.
   *
   * @param agent which agent the server is to run; null when it runs already
   */
  public JsonNode request(String serverId, @Nullable String agent, JsonNode request)
      throws CallFailed {
    return connection.post(path(serverId, agent), request, JsonNode.class);
  }

  /** Sends a notification, or the response to what the agent has asked. */
  public void tell(String serverId, @Nullable String agent, JsonNode message) throws CallFailed {
    connection.tellStrictly(path(serverId, agent), message);
  }

  private static RequestPath path(String serverId, @Nullable String agent) {
    return RequestPath.of(SERVER, serverId).with("agent", agent);
  }

  /**
   * What the server's agent sends.
   *
   * @param lastId the last message that was seen; null for what waits, and all from now on
   */
  public AcpStream stream(String serverId, @Nullable String lastId) {
    return new AcpStream(connection, RequestPath.of(SERVER, serverId), lastId);
  }

  public void end(String serverId) throws CallFailed {
    connection.delete(RequestPath.of(SERVER, serverId));
  }
}
