package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.AcpTranslation;
import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An agent is greeted once, whoever of its clients comes first; the others hear what it said then.
 * It is told what the daemon can do, since it is the daemon that answers it.
 */
final class Greeting {
  private @Nullable CompletableFuture<Json> said;

  synchronized CompletableFuture<Json> greet(AgentLink agent, Json params) {
    if (said == null || said.isCompletedExceptionally()) {
      said = agent.request("initialize", capable(params));
    }
    return said;
  }

  /** What the agent calls itself; empty while nobody has greeted it. */
  synchronized String agentName() {
    return said != null && said.isDone() && !said.isCompletedExceptionally()
        ? AcpTranslation.agentName(JsonTree.of(said.join()))
        : "";
  }

  private static Json capable(Json params) {
    if (!(JsonTree.of(params) instanceof ObjectNode greeting)) {
      return params;
    }
    ObjectNode ours = (ObjectNode) JsonTree.of(AcpTranslation.capabilities());
    if (greeting.path("clientCapabilities").path("_meta") instanceof ObjectNode theirs) {
      ObjectNode meta = ours.withObject("/_meta");
      theirs.properties().stream()
          .filter(member -> !meta.has(member.getKey()))
          .forEach(member -> meta.set(member.getKey(), member.getValue()));
    }
    greeting.set("clientCapabilities", ours);
    return JsonTree.write(greeting);
  }
}
