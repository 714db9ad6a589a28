package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.agent.schema.ForeignSchemas;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.agent.tool.ToolSource.Unfinished;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.secret.Scrubbing;
import dev.holdpoint.engine.external.Elicitations;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.McpDirectory;
import dev.holdpoint.engine.port.McpDirectory.ServerTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A server whose tools are called. */
final class McpServer {
  private final ServerSpec spec;
  private final McpConnection keeper;
  private final ServerQuestions questions;
  private final Rounds rounds;
  private final ServerTasks tasks;
  private final Semaphore turns;
  private final AgentKeys keys;

  McpServer(
      ServerSpec spec, McpConnection keeper, ServerQuestions questions, Consumer<RemoteCall> owed) {
    this.spec = spec;
    this.keeper = keeper;
    this.questions = questions;
    this.rounds = new Rounds(spec);
    this.tasks = new ServerTasks(spec, keeper, rounds, questions::nowMs, owed);
    this.turns = new Semaphore(spec.callsAtOnce(), true);
    this.keys = spec.surelyKeys();
  }

  ServerSpec spec() {
    return spec;
  }

  McpConnection keeper() {
    return keeper;
  }

  ServerTasks tasks() {
    return tasks;
  }

  /** Calls the tool once, or not at all; what goes wrong is told to the model. */
  ToolOutcome begin(ServerTool tool, Json input, ToolContext context) throws InterruptedException {
    List<Fault> faults = ForeignSchemas.faults(tool.inputSchema(), input);
    if (!faults.isEmpty()) {
      Fault first = faults.getFirst();
      return error(
          "The input does not match the schema of %s: %s %s. Nothing was sent"
              .formatted(tool.name(), first.pointer(), first.message()));
    }
    return send(RemoteCall.at(spec.name()), tool, params(tool.tool(), input), input, context);
  }

  /** Goes on with what has become of a call; it is not made again. */
  ToolOutcome goOn(Unfinished call, ToolContext context) throws InterruptedException {
    RemoteCall remote = call.remote();
    ServerTool tool =
        keeper.offersNow().tools().stream()
            .filter(one -> one.name().equals(call.call().tool()))
            .findFirst()
            .orElse(null);
    List<Json> settled = call.questions().stream().map(ServerInquiry::result).toList();
    if (remote.isTask()) {
      return outcome(tasks.goOn(remote, settled, context.person()), tool, context);
    }
    if (tool == null) {
      return error(
          "%s no longer offers %s. The answers were not sent."
              .formatted(spec.title(), call.call().tool()));
    }
    if (call.isChanged().test(new McpTool(this, tool, null))) {
      return error(
          "%s has changed since its approval was requested. The answers were not sent."
              .formatted(call.call().tool()));
    }
    ObjectNode params = params(tool.tool(), call.input());
    params.set("inputResponses", Rounds.responses(remote, settled));
    if (remote.requestState() != null) {
      params.put("requestState", remote.requestState());
    }
    return send(remote.delivered(), tool, params, call.input(), context);
  }

  private ToolOutcome send(
      RemoteCall remote, ServerTool tool, ObjectNode params, Json input, ToolContext context)
      throws InterruptedException {
    if (!hasTurn(context.person())) {
      return error(
          "%s has the maximum number of calls in progress. Nothing was sent. Try again later."
              .formatted(spec.title()));
    }
    try {
      ServerLink link = keeper.link();
      // An older revision does not read answers, and would take a refusal for a call.
      if (!link.isModern() && !remote.inputs().isEmpty()) {
        return error(
            "%s no longer supports revision 2026-07-28. The answers were not sent, and nothing was run by this call."
                .formatted(spec.title()));
      }
      Map<String, String> headers =
          link.isModern() ? ParamHeaders.of(tool.inputSchema(), input) : Map.of();
      JsonNode answer = link.call(params, headers, inFlight(tool, context));
      return outcome(
          link.isModern()
              ? rounds.ofCall(remote, answer, questions.nowMs())
              : new Rounds.Next.Complete(answer),
          tool,
          context);
    } catch (McpFailure e) {
      return error(context.secrets().scrubbing().scrub(e.text()));
    } finally {
      turns.release();
    }
  }

  private ToolOutcome outcome(Rounds.Next next, @Nullable ServerTool tool, ToolContext context) {
    Scrubbing secrets = context.secrets().scrubbing();
    return switch (next) {
      case Rounds.Next.Complete(JsonNode result) ->
          new ToolOutcome.Done(
              CallResults.of(
                  result,
                  tool == null ? null : tool.outputSchema(),
                  spec.title(),
                  text -> secrets.scrub(keys.hidden(text))));
      case Rounds.Next.Over(String what) -> error(secrets.scrub(what));
      case Rounds.Next.Begun(RemoteCall remote) -> new ToolOutcome.GoesOn(remote, List.of());
      case Rounds.Next.Asks(RemoteCall remote, List<ServerInquiry> inquiries) ->
          new ToolOutcome.GoesOn(
              remote, inquiries.stream().map(one -> one.draft(context.callId(), remote)).toList());
      case Rounds.Next.Working _ ->
          throw new IllegalStateException("a task that goes on is waited for");
    };
  }

  private static ToolOutcome error(String what) {
    return new ToolOutcome.Done(CallResults.error(what));
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

  private static ObjectNode params(String tool, Json input) {
    ObjectNode params = JsonTree.object().put("name", tool);
    params.set("arguments", JsonTree.of(input));
    return params;
  }

  private InFlight inFlight(ServerTool tool, ToolContext context) {
    return new InFlight(
        new Elicitations.Asking(spec.name(), tool.tool(), context.runId(), context.callId()),
        questions::ask,
        context.person());
  }

  McpDirectory.Server view() {
    return keeper.view();
  }
}
