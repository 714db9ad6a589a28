package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.agent.schema.ForeignSchemas;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.secret.Scrubbing;
import dev.holdpoint.engine.external.Elicitations;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.McpDirectory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A server whose tools are called. */
final class McpServer {
  private final ServerSpec spec;
  private final McpConnection keeper;
  private final ServerQuestions questions;
  private final Semaphore turns;
  private final AgentKeys keys;

  McpServer(ServerSpec spec, McpConnection keeper, ServerQuestions questions) {
    this.spec = spec;
    this.keeper = keeper;
    this.questions = questions;
    this.turns = new Semaphore(spec.callsAtOnce(), true);
    this.keys = spec.surelyKeys();
  }

  ServerSpec spec() {
    return spec;
  }

  McpConnection keeper() {
    return keeper;
  }

  /** Calls the tool once, or not at all; what goes wrong is told to the model. */
  Json call(McpDirectory.ServerTool tool, Json input, ToolContext context)
      throws InterruptedException {
    List<Fault> faults = ForeignSchemas.faults(tool.inputSchema(), input);
    if (!faults.isEmpty()) {
      Fault first = faults.getFirst();
      return CallResults.error(
          "The input does not match the schema of %s: %s %s. Nothing was sent"
              .formatted(tool.name(), first.pointer(), first.message()));
    }
    if (!hasTurn(context.person())) {
      return CallResults.error(
          "%s has the maximum number of calls in progress. Nothing was sent. Try again later."
              .formatted(spec.title()));
    }
    try {
      ServerLink link = keeper.link();
      Map<String, String> headers =
          link.isModern() ? ParamHeaders.of(tool.inputSchema(), input) : Map.of();
      JsonNode answer = link.call(params(tool, input), headers, inFlight(tool, context));
      Scrubbing secrets = context.secrets().scrubbing();
      return CallResults.of(
          answer, tool.outputSchema(), spec.title(), text -> secrets.scrub(keys.hidden(text)));
    } catch (McpFailure e) {
      return CallResults.error(context.secrets().scrubbing().scrub(e.text()));
    } finally {
      turns.release();
    }
  }

  /** Whoever has the turn may wait for a person; so who waits for the turn steps aside too. */
  private boolean hasTurn(ToolContext.PersonWait person) throws InterruptedException {
    if (turns.tryAcquire(0, TimeUnit.MILLISECONDS)) {
      return true;
    }
    person.begins();
    try {
      return turns.tryAcquire(spec.callTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      person.ends();
    }
  }

  private static ObjectNode params(McpDirectory.ServerTool tool, Json input) {
    ObjectNode params = JsonTree.object().put("name", tool.tool());
    params.set("arguments", JsonTree.of(input));
    return params;
  }

  private InFlight inFlight(McpDirectory.ServerTool tool, ToolContext context) {
    return new InFlight(
        new Elicitations.Asking(spec.name(), tool.tool(), context.runId(), context.callId()),
        questions::ask,
        context.person());
  }

  McpDirectory.Server view() {
    return keeper.view();
  }
}
