package dev.holdpoint.http.mcp;

import dev.holdpoint.api.gate.LateBodies.LateAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.mcp.McpBodies.McpDecision;
import dev.holdpoint.api.mcp.McpBodies.McpStatus;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.asking.Decisions;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.hooks.HookVerdict;
import dev.holdpoint.http.hooks.Program;
import dev.holdpoint.http.hooks.ToolPrompt;
import dev.holdpoint.http.server.Caller;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a tool gives back. */
public final class ToolResults {
  private final WireJson json;
  private final BiFunction<Run, Gate, @Nullable List<LateAnswer>> late;

  private final BiFunction<Run, Gate, @Nullable String> standings;
  private final PermitTools permits;

  /**
   * @param late what came too late for a gate
   * @param standings who must agree, in one line; null where one click of anyone decides
   */
  public ToolResults(
      WireJson json,
      BiFunction<Run, Gate, @Nullable List<LateAnswer>> late,
      BiFunction<Run, Gate, @Nullable String> standings,
      PermitTools permits) {
    this.permits = permits;
    this.json = json;
    this.late = late;
    this.standings = standings;
  }

  /** Something for programs to read, and the same for whoever reads text alone. */
  JsonNode structured(Object told) {
    byte[] bytes = json.write(told);
    ObjectNode result = text(new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
    result.set("structuredContent", json.tree(bytes));
    return result;
  }

  /** A call that did nothing, and what to do about it. */
  static JsonNode mistake(String words) {
    return text(words).put("isError", true);
  }

  private static ObjectNode text(String words) {
    ObjectNode result = JsonTree.object();
    result.putArray("content").addObject().put("type", "text").put("text", words);
    return result;
  }

  /**
   * @param site where people find the gate
   * @param to who is told
   */
  public JsonNode decision(GateSnapshot held, @Nullable String requestKey, String site, Caller to) {
    McpDecision told =
        switch (held) {
          case GateSnapshot.OfApproval approval ->
              of(approval, requestKey, site)
                  .asked(approval.gate().revision(), approval.gate().digest());
          case GateSnapshot.OfQuestion question ->
              of(question, requestKey, site).asked(1, Digests.of(question.gate()));
        };
    List<LateAnswer> after = late.apply(held.run(), held.gate());
    McpDecision whole = after == null ? told : told.late(after);
    String people = standings.apply(held.run(), held.gate());
    return structured(
        permits.permitted(people == null ? whole : whole.waitingFor(people), held, to));
  }

  private static McpDecision of(GateSnapshot.OfApproval held, @Nullable String key, String site) {
    Told told = new Told(held, key);
    return switch (held.gate().state()) {
      case ApprovalState.Pending _ -> told.pending(held.page(site));
      case ApprovalState.Allowed allowed ->
          told.settled(
              McpStatus.APPROVED,
              null,
              allowed.updatedInput() == null ? null : JsonTree.of(allowed.updatedInput()),
              null,
              allowed.by(),
              allowed.atMs());
      case ApprovalState.Denied denied -> told.denied(denied);
      case ApprovalState.Expired expired when expired.applied() == Applied.ALLOW ->
          told.settled(McpStatus.APPROVED, null, null, null, expired.by(), expired.atMs());
      case ApprovalState.Expired expired ->
          told.no(McpStatus.EXPIRED, Decisions.NOBODY_DECIDED, expired.by(), expired.atMs());
      case ApprovalState.Withdrawn withdrawn ->
          told.no(
              McpStatus.CANCELLED, "the request was withdrawn", withdrawn.by(), withdrawn.atMs());
    };
  }

  private static McpDecision of(GateSnapshot.OfQuestion held, @Nullable String key, String site) {
    Told told = new Told(held, key);
    return switch (held.gate().state()) {
      case QuestionState.Pending _ -> told.pending(held.page(site));
      case QuestionState.Answered answered ->
          told.answered(answered.answers(), answered.by(), answered.atMs());
      case QuestionState.Expired expired when expired.applied() == Applied.DEFAULT ->
          told.answered(expired.answers(), expired.by(), expired.atMs());
      case QuestionState.Declined no -> told.no(McpStatus.DECLINED, no);
      case QuestionState.Cancelled no -> told.no(McpStatus.CANCELLED, no);
      case QuestionState.Expired no -> told.no(McpStatus.EXPIRED, no);
      case QuestionState.Withdrawn no -> told.no(McpStatus.CANCELLED, no);
    };
  }

  private record Told(GateSnapshot held, @Nullable String key) {
    McpDecision pending(String url) {
      return new McpDecision(
          McpStatus.PENDING,
          held.gateId(),
          held.run().id(),
          held.run().head().sessionId(),
          key,
          null,
          null,
          null,
          null,
          null,
          url,
          "There is no decision yet. Call check_decision with this request_id later.",
          null,
          null,
          null);
    }

    McpDecision answered(List<Answer> answers, String by, long atMs) {
      return settled(
          McpStatus.ANSWERED,
          null,
          null,
          answers.stream()
              .map(
                  one ->
                      new QuestionAnswer(
                          one.questionId(), one.selectedOptionIds(), one.freeformAnswer()))
              .toList(),
          by,
          atMs);
    }

    /** What was said in place of a plain no, and what may follow. */
    McpDecision denied(ApprovalState.Denied denied) {
      return switch (denied.kind()) {
        case null -> no(McpStatus.DENIED, denied.reason(), denied.by(), denied.atMs());
        case CHANGES_REQUESTED ->
            no(McpStatus.CHANGES_REQUESTED, denied.reason(), denied.by(), denied.atMs())
                .next(
                    "Change the request as the reason says, and call request_approval again with "
                        + "revises set to this request_id. Do not do it unchanged.");
        case ASKED_BACK ->
            no(McpStatus.ASKED_BACK, denied.reason(), denied.by(), denied.atMs())
                .next(
                    "Answer the question of the reason: call request_approval again with revises "
                        + "set to this request_id and your answer as reply.");
        case RESPONDED ->
            no(McpStatus.RESPONDED, null, denied.by(), denied.atMs()).response(denied.reason());
      };
    }

    McpDecision no(McpStatus status, QuestionState.Settled no) {
      return no(status, no.justification(), no.by(), no.atMs());
    }

    McpDecision no(McpStatus status, @Nullable String reason, String by, long atMs) {
      return settled(
          status, reason == null || reason.isBlank() ? null : reason, null, null, by, atMs);
    }

    McpDecision settled(
        McpStatus status,
        @Nullable String reason,
        @Nullable JsonNode updatedInput,
        @Nullable List<QuestionAnswer> answers,
        String by,
        long atMs) {
      return new McpDecision(
          status,
          held.gateId(),
          held.run().id(),
          held.run().head().sessionId(),
          key,
          reason,
          updatedInput,
          answers,
          by,
          atMs,
          null,
          null,
          outcome(),
          applied(),
          null);
    }

    private @Nullable GateOutcome outcome() {
      return held.gate().state() instanceof GateState.Settled settled
          ? GateOutcome.valueOf(settled.outcome().name())
          : null;
    }

    private @Nullable AppliedEnding applied() {
      return held.gate().state() instanceof GateState.Settled settled && settled.applied() != null
          ? AppliedEnding.valueOf(settled.applied().name())
          : null;
    }
  }

  /** Null while nobody has decided: Claude Code knows no word for that. */
  static @Nullable JsonNode verdict(Run run) {
    ToolCall call = run.calls().getFirst().call();
    return switch (ToolPrompt.of(Program.CLAUDE, call.tool(), JsonTree.of(call.input()), null)
        .verdict(run)) {
      case HookVerdict.Open _ -> null;
      case HookVerdict.Allow(JsonNode input) -> {
        ObjectNode allow = JsonTree.object().put("behavior", "allow");
        allow.set("updatedInput", input);
        yield text(JsonTree.write(allow).text());
      }
      case HookVerdict.Deny(String message) ->
          text(
              JsonTree.write(
                      JsonTree.object()
                          .put("behavior", "deny")
                          .put("message", message.isBlank() ? "A person denied it." : message))
                  .text());
    };
  }
}
