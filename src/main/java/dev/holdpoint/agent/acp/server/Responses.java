package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.AcpTranslation;
import dev.holdpoint.agent.acp.wire.Rpc;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.LateAnswers;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.AcpServers.Response;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Runs;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What clients say to the requests of agents, put to the same gates as what is said at every other
 * door. The agent hears of it by the commit, as of everybody's word.
 */
final class Responses {
  /** How the members are named that a result lacks or has wrong. */
  private static final Pattern MEMBER = Pattern.compile("^`([^`]+)`");

  private static final String REFUSED = "_holdpoint/response_refused";
  private static final String LEFT = "_holdpoint/request_left";

  private final Engine engine;
  private final Approvals approvals;
  private final Questions questions;
  private final Runs runs;

  Responses(Engine engine, Approvals approvals, Questions questions, Runs runs) {
    this.engine = engine;
    this.approvals = approvals;
    this.questions = questions;
    this.runs = runs;
  }

  /**
   * @param waiting null when nobody waits for it on this server
   * @param server the id of that server
   */
  void settle(@Nullable OpenRequest waiting, Response response, String server, Voter by) {
    if (waiting == null) {
      throw late(response, server, by);
    }
    GateDecision decision = decision(waiting, response);
    if (isLeft(waiting, response, decision)) {
      ObjectNode left = JsonTree.object().put("requestId", waiting.gateId).put("by", by.name());
      waiting.server.tell(Rpc.notification(LEFT, JsonTree.write(left)));
      return;
    }
    try {
      commit(waiting, decision, by);
    } catch (Refused e) {
      throw e.refusal().problem().kind() == Kind.CONFLICT
              && e.refusal().settlement() == null
              && e.refusal().held() == null
          ? late(response, server, by)
          : inOwnWords(e, response.requestId());
    }
  }

  /**
   * A client that answers a permission with "cancelled" has nobody who would decide it: others may.
   * One that stops the agent says so by session/cancel, and means it with what the agent still asks
   * in that turn.
   */
  private static boolean isLeft(OpenRequest waiting, Response response, GateDecision decision) {
    return response.result() != null
        && decision instanceof GateDecision.Cancelled
        && (waiting.asked.shape() == AcpTranslation.Shape.PERMISSION
            || waiting.asked.shape() == AcpTranslation.Shape.PERMISSION_QUESTIONS)
        && !waiting.server.isStopped(waiting.asked.sessionId());
  }

  /** Whether the response itself is what was wrong, and not the daemon or the sender. */
  static boolean isOfResponse(Refused refused) {
    Kind kind = refused.refusal().problem().kind();
    return kind == Kind.CONFLICT || kind == Kind.INVALID;
  }

  /**
   * What those are told who listen to the server.
   *
   * @param server the id of that server
   */
  Json refused(Refusal refusal, @Nullable OpenRequest waiting, String server, String requestId) {
    Problem problem = refusal.problem();
    ObjectNode told = JsonTree.object().put("requestId", requestId);
    String session = waiting == null ? sessionOf(server, requestId) : waiting.asked.sessionId();
    if (session != null) {
      told.put("sessionId", session);
    }
    told.put("status", problem.kind() == Kind.CONFLICT ? 409 : 400)
        .put("code", problem.code())
        .put("detail", refusal.detail());
    Refusal.Settlement settled = refusal.settlement();
    if (settled != null) {
      ObjectNode before =
          told.putObject("settlement")
              .put("by", settled.by())
              .put("at_ms", settled.atMs())
              .put("behavior", settled.behavior())
              .put("outcome", settled.outcome());
      if (settled.lateAnswer() != null) {
        before.put("late_answer", settled.lateAnswer());
      }
    }
    return Rpc.notification(REFUSED, JsonTree.write(told));
  }

  private static GateDecision decision(OpenRequest waiting, Response response) {
    Json result = response.result();
    if (result == null) {
      return failed(response.error() == null ? Json.EMPTY_OBJECT : response.error());
    }
    try {
      return AcpTranslation.parse(waiting.asked, result);
    } catch (NotUnderstood e) {
      String fault = String.valueOf(e.getMessage());
      throw Problem.INVALID_REQUEST
          .because(fault + " The request is still pending; send another response.")
          .at("/result" + pointer(fault), fault)
          .asException();
    }
  }

  /** A client that cannot answer leaves it to those who can; one that fails answers for all. */
  private static GateDecision failed(Json error) {
    JsonNode told = JsonTree.of(error);
    if (told.path("code").asInt(0) == RpcError.METHOD_NOT_FOUND) {
      throw Problem.INVALID_REQUEST
          .because(
              "This client does not support the method, others may: the request is "
                  + "still pending. Decline it with a result.")
          .at("/error/code", "settles nothing")
          .asException();
    }
    return new GateDecision.Cancelled(
        "the client failed: " + told.path("message").asString("unknown"));
  }

  private static String pointer(String fault) {
    Matcher member = MEMBER.matcher(fault);
    return member.find()
        ? "/" + member.group(1).replace('.', '/').replace("[", "/").replace("]", "")
        : "";
  }

  private void commit(OpenRequest waiting, GateDecision decision, Voter by) {
    switch (decision) {
      case GateDecision.Allowed allowed -> approve(waiting, true, allowed.choiceId(), null, by);
      case GateDecision.Denied denied ->
          approve(waiting, false, denied.choiceId(), denied.reason(), by);
      case GateDecision.Answered(List<Answer> answers) -> answer(waiting, answers, null, by);
      case GateDecision.Declined(String reason) -> answer(waiting, List.of(), reason, by);
      case GateDecision.Cancelled(String reason) -> cancel(waiting, reason, by);
    }
  }

  private void approve(
      OpenRequest waiting,
      boolean allow,
      @Nullable String choice,
      @Nullable String reason,
      Voter by) {
    ObjectNode sent =
        JsonTree.object()
            .put("request_id", waiting.gateId)
            .put("behavior", allow ? "allow" : "deny");
    if (choice != null) {
      sent.put("option_id", choice);
    }
    if (reason != null) {
      sent.put("reason", reason);
    }
    approvals.resolve(
        new GateTarget.OfRun(waiting.runId),
        List.of(
            new SentDecision(
                waiting.gateId,
                allow,
                null,
                reason,
                null,
                null,
                null,
                choice,
                JsonTree.write(sent))),
        by,
        null);
  }

  /**
   * @param declined why nobody answers; null when somebody does
   */
  private void answer(
      OpenRequest waiting, List<Answer> answers, @Nullable String declined, Voter by) {
    ObjectNode sent = JsonTree.object().put("request_id", waiting.gateId);
    var list = sent.putArray("answers");
    for (Answer answer : answers) {
      ObjectNode one = list.addObject().put("question_id", answer.questionId());
      answer.selectedOptionIds().forEach(one.putArray("selected_option_ids")::add);
      if (answer.freeformAnswer() != null) {
        one.put("freeform_answer", answer.freeformAnswer());
      }
    }
    sent.put("declined", declined != null);
    if (declined != null) {
      sent.put("justification", declined);
    }
    questions.resolve(
        new GateTarget.OfRun(waiting.runId),
        new Questions.Resolution(
            waiting.gateId, answers, declined != null, declined, JsonTree.write(sent)),
        by,
        null);
  }

  private void cancel(OpenRequest waiting, String reason, Voter by) {
    if (waiting.asked.shape() == AcpTranslation.Shape.PERMISSION) {
      runs.cancel(waiting.runId, by.name());
    } else {
      ObjectNode sent = JsonTree.object().put("justification", reason);
      questions.cancel(waiting.runId, waiting.gateId, reason, JsonTree.write(sent), by, null);
    }
  }

  /** Nobody waits for it; what a person decided is kept with what they were asked. */
  private Refused late(Response response, String server, Voter by) {
    Refused refused = notPending(response.requestId(), null);
    Json result = response.result();
    if (result == null || sessionOf(server, response.requestId()) == null) {
      return refused;
    }
    Gate gate =
        engine.read(
            queries ->
                holder(queries, response.requestId())
                    .flatMap(run -> run.gate(response.requestId()))
                    .orElse(null));
    LateAnswers.Sent sent = gate == null ? null : LateResponse.of(gate, result);
    return sent == null
        ? refused
        : notPending(
            response.requestId(),
            approvals
                .late()
                .told(refused.refusal(), List.of(sent), new LateAnswers.Sender(by, _ -> true)));
  }

  private Refused inOwnWords(Refused refused, String requestId) {
    Refusal refusal = refused.refusal();
    return switch (refusal.problem().kind()) {
      case Kind.CONFLICT -> notPending(requestId, refusal);
      case Kind.INVALID ->
          new Refusal(
                  refusal.problem(),
                  refusal.detail(),
                  refusal.faults().stream()
                      .map(
                          fault ->
                              new Refusal.Fault(
                                  "/result" + fault.pointer().replaceFirst("^/resolution", ""),
                                  fault.message()))
                      .toList(),
                  refusal.settlement())
              .asException();
      default -> refused;
    };
  }

  /** The agent's session in which it asked what is settled; null when it is not of this server. */
  private @Nullable String sessionOf(String server, String requestId) {
    return engine.read(
        queries ->
            holder(queries, requestId)
                .map(run -> queries.kept(ServedSession.KIND, run.head().sessionKey()))
                .filter(served -> served.serverId().equals(server))
                .map(ServedSession::agentSession)
                .orElse(null));
  }

  private static Optional<Run> holder(Queries queries, String requestId) {
    return Gates.approval(queries, requestId)
        .map(found -> found.run())
        .or(() -> Gates.question(queries, requestId).map(found -> found.run()));
  }

  /**
   * @param late what the engine has said of it; null when it was not asked
   */
  private Refused notPending(String requestId, @Nullable Refusal late) {
    Refusal.Settlement known = late == null ? null : late.settlement();
    Refusal.Settlement settled =
        known != null
            ? known
            : engine
                .read(
                    queries ->
                        holder(queries, requestId).flatMap(run -> Gates.settlement(run, requestId)))
                .orElse(null);
    String ended =
        settled == null
            ? "There is no pending request with this id on this server."
            : "It is already settled: %s, by %s.".formatted(settled.behavior(), settled.by());
    return Problem.ACP_REQUEST_NOT_PENDING
        .because(
            known != null && known.lateAnswer() != null
                ? ended + " " + Objects.requireNonNull(late).detail()
                : ended + " The agent does not receive this response.")
        .at("/id", "is not pending")
        .settled(settled)
        .asException();
  }
}
