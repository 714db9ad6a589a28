package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.agent.AgentBodies.AgentList;
import dev.holdpoint.api.agent.AgentBodies.AgentTestView;
import dev.holdpoint.api.agent.AgentBodies.TestAgentRequest;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** Agents that work in processes of their own. */
final class AgentEndpoints {
  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listAgents", "/v1/agents", READ, "Lists the agents and their capabilities")
              .answers(AgentList.class),
          post(
                  "testAgent",
                  "/v1/agents/{agent_id}/test",
                  DECIDE,
                  ANEW,
                  "Tests whether an agent asks before it acts. The test is not a run, and "
                      + "nothing of it is stored")
              .mayTake(TestAgentRequest.class, 200, AgentTestView.class));

  private AgentEndpoints() {}
}
