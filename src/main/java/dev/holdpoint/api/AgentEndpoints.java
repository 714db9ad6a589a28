package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;

import dev.holdpoint.api.agent.AgentBodies.AgentList;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** Agents that work in processes of their own. */
final class AgentEndpoints {
  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listAgents", "/v1/agents", READ, "Lists the agents and their capabilities")
              .answers(AgentList.class));

  private AgentEndpoints() {}
}
