package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Endpoint.Access.READ;

import java.util.List;

/** Agents that work in processes of their own. */
final class AgentEndpoints {
  static final List<Endpoint> ALL =
      Draft.all(
          get("listAgents", "/v1/agents", READ, "Lists the agents and their capabilities")
              .answers(AgentList.class));

  private AgentEndpoints() {}
}
