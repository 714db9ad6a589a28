package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.delete;
import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Access.WORK;
import static dev.holdpoint.api.Endpoint.Idempotency.ANEW;

import java.util.List;

/** Agents that clients speak to in the agents' own protocol. */
final class AcpEndpoints {
  private static final String SERVER = "/v1/acp/{server_id}";
  private static final Endpoint.Query AGENT =
      Endpoint.Query.text(
          "agent", Limits.ID, "The agent that the server runs; required to start it.");

  static final List<Endpoint> ALL =
      Draft.all(
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
