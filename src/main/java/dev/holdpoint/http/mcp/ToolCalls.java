package dev.holdpoint.http.mcp;

import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.mcp.McpBodies.McpApprovalArguments;
import dev.holdpoint.api.mcp.McpBodies.McpCheckArguments;
import dev.holdpoint.api.mcp.McpBodies.McpNotice;
import dev.holdpoint.api.mcp.McpBodies.McpNoticeArguments;
import dev.holdpoint.api.mcp.McpBodies.McpPermissionArguments;
import dev.holdpoint.api.mcp.McpBodies.McpQuestionArguments;
import dev.holdpoint.api.mcp.McpPermitBodies.McpRedeemArguments;
import dev.holdpoint.api.mcp.McpPermitBodies.McpResultArguments;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.asking.ClaudeFlags;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.hooks.Program;
import dev.holdpoint.http.hooks.ToolPrompt;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.v1.gate.AskedWorld;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Carries out tool calls. A call that cannot be carried out says why, and has done nothing. */
public final class ToolCalls {
  private static final String SOURCE = "mcp";
  private static final List<String> PROMPT = List.of("permission_prompt");

  private final Engine engine;
  private final ClientGates clients;
  private final WireJson json;
  private final ToolResults telling;
  private final AskedWorld world;
  private final PermitTools permits;

  public ToolCalls(
      Engine engine,
      ClientGates clients,
      WireJson json,
      ToolResults telling,
      AskedWorld world,
      PermitTools permits) {
    this.world = world;
    this.permits = permits;
    this.engine = engine;
    this.clients = clients;
    this.json = json;
    this.telling = telling;
  }

  /**
   * One call.
   *
   * @param from where the client presents permits
   * @param clientName what the client calls itself
   * @param site where people find what waits
   * @param trace that the call is a part of; null where the client has named none
   * @param way how it receives a decision that is not there yet; {@code permission_prompt} always
   *     waits
   */
  public record Asking(
      Caller caller,
      FailedCredentials.From from,
      String clientName,
      String site,
      Json id,
      @Nullable Json progress,
      @Nullable TraceParent trace,
      Way way) {
    /** How a client receives a decision that is not there yet. */
    public enum Way {
      /** By a stream that waits here. */
      STREAM,
      /** It takes the id of what waits as a task, and comes back with it. */
      TASK,
      /** It sends its user to the page and calls again. */
      PAGE
    }

    ClientGates.Client client() {
      return new ClientGates.Client(
          SOURCE,
          clientName,
          caller.principalId(),
          caller.name(),
          caller.tenantId(),
          trace,
          caller.ownOnly());
    }
  }

  public Called call(Asking asking, OfferedTool tool, JsonNode arguments) {
    try {
      return switch (tool) {
        case REQUEST_APPROVAL -> approval(asking, read(arguments, McpApprovalArguments.class));
        case ASK_USER -> question(asking, read(arguments, McpQuestionArguments.class));
        case CHECK_DECISION -> check(asking, read(arguments, McpCheckArguments.class));
        case NOTIFY -> tell(asking, read(arguments, McpNoticeArguments.class));
        case REDEEM_PERMIT ->
            new Called.Answered(
                telling.structured(
                    permits.redeem(
                        read(arguments, McpRedeemArguments.class), asking.caller, asking.from)));
        case REPORT_RESULT ->
            new Called.Answered(
                telling.structured(
                    permits.report(
                        read(arguments, McpResultArguments.class), asking.caller, asking.from)));
        case PERMISSION_PROMPT -> permission(asking, read(arguments, McpPermissionArguments.class));
      };
    } catch (InvalidBody e) {
      return mistake(
          "The arguments are not valid. Nothing was done. Correct this and call again: ",
          e.faults().stream().map(f -> new Refusal.Fault(f.pointer(), f.message())).toList());
    } catch (Refused e) {
      if (e.refusal().isPassing() || e.refusal().problem() == Problem.RATE_LIMITED) {
        throw e;
      }
      return mistake(e.refusal().detail() + " ", e.refusal().faults());
    }
  }

  private <T> T read(JsonNode arguments, Class<T> type) {
    return json.read(json.write(arguments), type);
  }

  private static Called mistake(String words, List<Refusal.Fault> faults) {
    String where =
        faults.stream()
            .map(
                fault ->
                    (fault.pointer().isEmpty() ? "arguments" : fault.pointer().substring(1))
                        + ": "
                        + fault.message())
            .collect(Collectors.joining("; "));
    return new Called.Answered(ToolResults.mistake((words + where).strip()));
  }

  private Called approval(Asking asking, McpApprovalArguments body) {
    return world.raised(
        Gating.of(body, world),
        gate ->
            raise(
                asking,
                new ClientGates.Request(
                    body.sessionId(),
                    key(body.requestKey()),
                    Gating.text(body),
                    ClientGates.BY_PERMIT,
                    gate),
                body.requestKey(),
                body.waitMs()));
  }

  private Called question(Asking asking, McpQuestionArguments body) {
    return raise(
        asking,
        new ClientGates.Request(
            body.sessionId(),
            key(body.requestKey()),
            Gating.text(body),
            ClientGates.BY_PERMIT,
            Gating.of(body)),
        body.requestKey(),
        body.waitMs());
  }

  private static ClientGates.Key key(@Nullable String requestKey) {
    return requestKey == null ? ClientGates.Key.NONE : ClientGates.Key.named(requestKey);
  }

  private Called raise(
      Asking asking,
      ClientGates.Request request,
      @Nullable String requestKey,
      @Nullable Long waitMs) {
    boolean waits = waitMs == null || waitMs > 0;
    ClientGates.Asked asked =
        clients.ask(
            asking.client(),
            waits ? request(asking, request) : request.comingBack(),
            waits && asking.way == Asking.Way.STREAM);
    GateSnapshot held = GateSnapshot.in(asked.run()).orElseThrow();
    if (!held.isPending() || !waits) {
      asked.vigil().close();
      return new Called.Answered(telling.decision(held, requestKey, asking.site, asking.caller));
    }
    if (asking.way != Asking.Way.STREAM) {
      asked.vigil().close();
      return new Called.Left(held, requestKey);
    }
    return new Called.Waits(
        await(asking, held, requestKey, waitMs), asked.run().key(), asked.vigil());
  }

  private static ClientGates.Request request(Asking asking, ClientGates.Request request) {
    return switch (asking.way) {
      case STREAM -> request;
      case TASK, PAGE -> request.asTask();
    };
  }

  private Await await(
      Asking asking, GateSnapshot held, @Nullable String requestKey, @Nullable Long waitMs) {
    return new Await(
        asking.id,
        held.gateId(),
        requestKey,
        Await.Wording.PLAIN,
        waitMs == null ? null : Long.valueOf(engine.nowMs() + waitMs),
        asking.progress);
  }

  private Called check(Asking asking, McpCheckArguments body) {
    if ((body.requestKey() == null) == (body.requestId() == null)) {
      throw Problem.INVALID_REQUEST.because("Send either request_key or request_id.").asException();
    }
    GateSnapshot held =
        (body.requestId() == null ? ofKey(asking, body) : find(asking.caller, body.requestId()))
            .orElseThrow(
                () ->
                    Problem.APPROVAL_NOT_FOUND
                        .because(
                            "There is no such request, or you have no access to it. Check the key"
                                + " or id, and send session_id if the request belongs to a"
                                + " session.")
                        .asException());
    given(held, asking.caller);
    if (!held.isPending() || body.waitMs() == null || body.waitMs() == 0) {
      return new Called.Answered(
          telling.decision(held, body.requestKey(), asking.site, asking.caller));
    }
    // Somebody else's request is none of the caller's to come back to.
    if (asking.way == Asking.Way.STREAM || !isOf(held, asking.caller) || isPrompt(held)) {
      return waits(asking, held, body.requestKey(), body.waitMs());
    }
    givenOut(held, asking);
    return new Called.Left(held, body.requestKey());
  }

  /** A client that asked by a stream has a task from now on. */
  public void givenOut(GateSnapshot held, Asking asking) {
    if (asking.way == Asking.Way.TASK) {
      clients.givenOut(held.run());
    }
  }

  /** Waits for what was asked before. */
  public Called.Waits waits(
      Asking asking, GateSnapshot held, @Nullable String requestKey, @Nullable Long waitMs) {
    return new Called.Waits(
        await(asking, held, requestKey, waitMs),
        held.run().key(),
        clients.awaiting(held.run(), isOf(held, asking.caller)));
  }

  /**
   * To be called before a decision is given: what the client may have received answers no other
   * call. Somebody else's look changes nothing.
   */
  public void given(GateSnapshot held, Caller caller) {
    if (!held.isPending() && isOf(held, caller)) {
      clients.told(held.run(), null, null);
    }
  }

  /** Whether the caller has asked it, by a tool of this surface. */
  public static boolean isOf(GateSnapshot held, Caller caller) {
    return isAsked(held) && held.run().head().submittedBy().equals(caller.principalId());
  }

  /** Whether it was asked by a tool of this surface. */
  public static boolean isAsked(GateSnapshot held) {
    RunHead head = held.run().head();
    return head.driver() == RunHead.Driver.OUTSIDE && head.sourceKind().equals(SOURCE);
  }

  /** Whether it was asked by {@code permission_prompt}: Claude Code waits for it itself. */
  public static boolean isPrompt(GateSnapshot held) {
    ClientCall client = held.run().head().client();
    return isAsked(held) && (client == null || (client.redeems() == null && !client.comesBack()));
  }

  /** Claude Code understands answers about its own calls alone. */
  static boolean canAnswer(GateSnapshot held, Await.Wording wording) {
    return wording != Await.Wording.CLAUDE || (isPrompt(held) && !held.run().calls().isEmpty());
  }

  private Optional<GateSnapshot> ofKey(Asking asking, McpCheckArguments body) {
    String key = body.requestKey() == null ? "" : body.requestKey();
    return clients.find(asking.client(), body.sessionId(), key).flatMap(GateSnapshot::in);
  }

  /** To a caller who is bound to a tenant, or to own sessions, another's gate does not exist. */
  public Optional<GateSnapshot> find(Caller caller, String gateId) {
    return engine.read(
        (Queries queries) ->
            GateSnapshot.find(queries, gateId)
                .filter(held -> sees(queries, caller, held.run().head())));
  }

  private static boolean sees(Queries queries, Caller caller, RunHead head) {
    return (!caller.isBound() || head.tenantId().equals(caller.tenantId()))
        && Ownership.reaches(queries, caller.holder(), head.sessionKey());
  }

  private Called tell(Asking asking, McpNoticeArguments body) {
    String message = body.title() == null ? body.message() : body.title() + "\n\n" + body.message();
    Run run =
        clients
            .tell(
                asking.client(),
                body.sessionId(),
                body.requestKey(),
                body.title() == null ? body.message() : body.title(),
                message)
            .run();
    return new Called.Answered(
        telling.structured(
            new McpNotice("told", run.id(), run.head().sessionId(), body.requestKey())));
  }

  /** Claude Code acts on the answer itself. */
  static AnsweredPermits.Acting acting(Run run, Caller caller) {
    ClientCall client = run.head().client();
    return new AnsweredPermits.Acting(client == null ? null : client.callId(), caller.name());
  }

  /** Claude Code makes the name of a call anew when it is started anew. */
  private Called permission(Asking asking, McpPermissionArguments body) {
    ToolPrompt prompt =
        ToolPrompt.of(
            Program.CLAUDE,
            body.toolName(),
            body.input(),
            new ClaudeFlags(
                    body.suppressAlwaysAllowRule(),
                    body.defaultToNo(),
                    body.requiresUserInteraction(),
                    body.matchedAskRule())
                .caution());
    ClientGates.Asked asked =
        clients.ask(
            asking.client(),
            new ClientGates.Request(
                null,
                body.toolUseId() == null
                    ? ClientGates.Key.NONE
                    : ClientGates.Key.passing(body.toolUseId()),
                prompt.text(),
                PROMPT,
                prompt.gate(GateDraft.Deadline.NONE)),
            true);
    JsonNode verdict = ToolResults.verdict(asked.run());
    if (verdict != null) {
      asked.vigil().close();
      clients.told(asked.run(), null, acting(asked.run(), asking.caller));
      return new Called.Answered(verdict);
    }
    Await await =
        new Await(
            asking.id,
            GateSnapshot.in(asked.run()).orElseThrow().gateId(),
            body.toolUseId(),
            Await.Wording.CLAUDE,
            null,
            asking.progress);
    return new Called.Waits(await, asked.run().key(), asked.vigil());
  }
}
