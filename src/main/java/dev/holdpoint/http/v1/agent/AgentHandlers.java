package dev.holdpoint.http.v1.agent;

import dev.holdpoint.api.agent.AgentBodies.AgentList;
import dev.holdpoint.api.agent.AgentBodies.AgentView;
import dev.holdpoint.engine.port.AgentDirectory;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.Map;

/** Which agents there are. */
public final class AgentHandlers {
  private final AgentDirectory agents;

  public AgentHandlers(AgentDirectory agents) {
    this.agents = agents;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listAgents",
        _ ->
            Reply.json(
                200, new AgentList(agents.all().stream().map(AgentHandlers::view).toList())));
  }

  private static AgentView view(AgentDirectory.KnownAgent agent) {
    AgentDirectory.Capabilities can = agent.capabilities();
    return new AgentView(
        agent.id(),
        agent.configured(),
        agent.installed(),
        agent.credentialsAvailable(),
        new AgentView.Capabilities(
            can.questions(), can.permissions(), can.toolCalls(), can.sessionLoad()));
  }
}
