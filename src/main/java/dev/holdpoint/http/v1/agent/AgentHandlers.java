package dev.holdpoint.http.v1.agent;

import dev.holdpoint.api.agent.AgentBodies.AgentList;
import dev.holdpoint.api.agent.AgentBodies.AgentTestView;
import dev.holdpoint.api.agent.AgentBodies.AgentView;
import dev.holdpoint.api.agent.AgentBodies.TestAgentRequest;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.AgentDirectory;
import dev.holdpoint.engine.port.AgentTests;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which agents there are, and whether they ask. */
public final class AgentHandlers {
  private static final int TEST_MS = 60_000;

  private final AgentDirectory agents;
  private final AgentTests tests;
  private final Bodies bodies;

  public AgentHandlers(AgentDirectory agents, AgentTests tests, Bodies bodies) {
    this.agents = agents;
    this.tests = tests;
    this.bodies = bodies;
  }

  public Map<String, Handler> all() {
    return Map.of("listAgents", this::list, "testAgent", this::test);
  }

  private Reply list(Call call) {
    return Reply.json(200, new AgentList(agents.all().stream().map(AgentHandlers::view).toList()));
  }

  private Reply test(Call call) throws InterruptedException {
    Integer timeoutMs = bodies.read(call, TestAgentRequest.class).timeoutMs();
    String agent = call.path("agent_id");
    AgentTests.Tested tested =
        tests.test(agent, Duration.ofMillis(timeoutMs == null ? TEST_MS : timeoutMs));
    return Reply.json(
        200,
        new AgentTestView(
            agent,
            tested.self().name(),
            tested.self().version(),
            tested.self().mode(),
            tested.self().modes().entrySet().stream()
                .map(mode -> new AgentTestView.Mode(mode.getKey(), mode.getValue()))
                .toList(),
            tested.outcome().name().toLowerCase(Locale.ROOT),
            asked(tested.asked()),
            tested.said(),
            tested.detail(),
            tested.took().toMillis()));
  }

  private static AgentTestView.@Nullable AskedFor asked(AgentTests.@Nullable Asked asked) {
    return asked == null
        ? null
        : new AgentTestView.AskedFor(
            asked.tool(),
            JsonTree.of(asked.input()),
            asked.choices().stream()
                .map(one -> new AgentTestView.Option(one.id(), one.name(), one.kind().wire()))
                .toList(),
            asked.patternKeys());
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
