package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.agent.AgentBodies.JsonRpcMessage;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** The daemon as a server of the Model Context Protocol. */
final class McpEndpoints {
  private static final String MCP = "/mcp";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "sendMcpMessage",
                  MCP,
                  WORK,
                  ANEW,
                  "Handles one JSON-RPC object of the Model Context Protocol; a call that "
                      + "waits for a person is answered as server-sent events")
              .takes(JsonRpcMessage.class, 200, JsonRpcMessage.class)
              .makesRun()
              .with(
                  Endpoint.Query.word(
                      "elicit",
                      List.of("url"),
                      "With url, a client of 2026-07-28 that can open pages is sent to the page of "
                          + "the request before it waits.")),
          get(
                  "resumeMcpAnswer",
                  MCP,
                  WORK,
                  "Continues to wait for an answer whose stream was lost, by its "
                      + "Last-Event-ID")
              .streamsAgain(JsonRpcMessage.class));

  private McpEndpoints() {}
}
