package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.agent.AgentBodies.AcpServerRow;
import dev.holdpoint.api.agent.AgentBodies.JsonRpcMessage;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.json.Limits;
import java.util.List;

/** Agents that clients speak to in the agents' own protocol. */
final class AcpEndpoints {
  private static final String SERVER = "/v1/acp/{server_id}";
  private static final Endpoint.Query AGENT =
      Endpoint.Query.text(
          "agent", Limits.ID, "The agent that the server runs; required to start it.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listAcpServers", "/v1/acp", READ, "Lists the servers").lists(AcpServerRow.class),
          post(
                  "sendAcpMessage",
                  SERVER,
                  WORK,
                  ANEW,
                  "Sends one JSON-RPC object to the server's agent; a request is answered "
                      + "when the agent has answered it")
              .takes(JsonRpcMessage.class, 200, JsonRpcMessage.class)
              .with(AGENT),
          get(
                  "streamAcpMessages",
                  SERVER,
                  READ,
                  "Streams the messages of the server's agent: its pending requests, then "
                      + "each new message")
              .streamsAs(JsonRpcMessage.class),
          delete("endAcpServer", SERVER, WORK, "Ends the server and its agent"));

  private AcpEndpoints() {}
}
