package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.WORK;
import static dev.holdpoint.api.Endpoint.Idempotency.ANEW;

import java.util.List;

/** The daemon as a server of the Model Context Protocol. */
final class McpEndpoints {
  private static final String MCP = "/mcp";

  static final List<Endpoint> ALL =
      Draft.all(
          post(
                  "sendMcpMessage",
                  MCP,
                  WORK,
                  ANEW,
                  "Handles one JSON-RPC object of the Model Context Protocol; a call that "
                      + "waits for a person is answered as server-sent events")
              .takes(JsonRpcMessage.class, 200, JsonRpcMessage.class)
              .makesRun(),
          get(
                  "resumeMcpAnswer",
                  MCP,
                  WORK,
                  "Continues to wait for an answer whose stream was lost, by its "
                      + "Last-Event-ID")
              .streamsAgain(JsonRpcMessage.class));

  private McpEndpoints() {}
}
