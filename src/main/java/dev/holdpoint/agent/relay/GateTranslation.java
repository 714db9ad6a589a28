package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.loop.GateResults;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.agent.Denials;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.asking.Decisions;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.MatchableCall;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an agent asks as a gate of its run, and what became of the gate as an answer. */
final class GateTranslation {
  private GateTranslation() {}

  static ToolCall call(AgentConnection line, AgentRequest ask) {
    return new ToolCall(line.distinct(ask.callId()), ask.tool(), ask.input(), ask.agentCall());
  }

  static GateDraft.OfApproval draft(Run run, ToolCall call, AgentRequest.Permission ask) {
    return GateDraft.approval(call, MatchableCall.of(run, call))
        .because(ask.reason())
        .offering(ask.offer())
        .handledWith(ask.caution());
  }

  static GateDraft.OfQuestion draft(ToolCall call, AgentRequest.Inquiry ask) {
    return new GateDraft.OfQuestion(
        call.id(), ask.questions(), GateDraft.Deadline.NONE, ask.form(), ask.link());
  }

  static AgentBindings.More more(Run run, ToolCall call, AgentRequest ask) {
    return switch (ask) {
      case AgentRequest.Permission permission ->
          new AgentBindings.More(call, draft(run, call, permission));
      case AgentRequest.Inquiry inquiry -> new AgentBindings.More(call, draft(call, inquiry));
    };
  }

  /** What was decided about a call; null while nothing is. */
  static @Nullable GateDecision decision(Run run, String callId, AgentRequest ask) {
    Approval approval = run.approvalOf(callId).orElse(null);
    if (approval != null) {
      return approval.isPending() ? null : told(approval, Decisions.of(approval), ask);
    }
    Question question = run.questionOf(callId).orElse(null);
    if (question != null) {
      return question.isPending() ? null : Decisions.of(question);
    }
    RuleDecision ruling = run.rulingOf(callId);
    return ruling == null || !(ask instanceof AgentRequest.Permission permission)
        ? null
        : ruled(ruling, permission.offer());
  }

  /**
   * The decision in the words of who asks now: an agent that was brought back may call its options
   * otherwise. What is for longer is told only as it was chosen.
   */
  private static GateDecision told(Approval approval, GateDecision decided, AgentRequest ask) {
    Offer then = approval.offer();
    if (then == null || !(ask instanceof AgentRequest.Permission again)) {
      return decided;
    }
    return switch (decided) {
      case GateDecision.Allowed allowed ->
          new GateDecision.Allowed(
              option(then, again.offer(), allowed.choiceId()),
              allowed.updatedInput(),
              allowed.lasting());
      case GateDecision.Denied denied ->
          new GateDecision.Denied(
              option(then, again.offer(), denied.choiceId()),
              denied.reason(),
              denied.by(),
              denied.kind());
      default -> decided;
    };
  }

  private static @Nullable String option(Offer then, Offer now, @Nullable String id) {
    Offer.Kind kind = id == null ? null : then.choice(id).map(Offer.Choice::kind).orElse(null);
    if (id == null
        || kind == null
        || now.choice(id).filter(choice -> choice.kind() == kind).isPresent()) {
      return id;
    }
    boolean once = kind == Offer.Kind.ALLOW_ONCE || kind == Offer.Kind.REJECT_ONCE;
    return once ? now.first(kind).map(Offer.Choice::id).orElse(null) : null;
  }

  /** A rule can be revoked, what the agent remembers cannot: it is told once at a time. */
  private static GateDecision ruled(RuleDecision ruling, Offer offer) {
    if (ruling.denies()) {
      return new GateDecision.Denied(
          offer.pick(false).map(Offer.Choice::id).orElse(null),
          ruling.reason(),
          PermissionRule.BY + ruling.ruleId(),
          null);
    }
    return new GateDecision.Allowed(
        offer.pick(true).map(Offer.Choice::id).orElse(null), null, false);
  }

  /** A rule and a deadline say why in words of their own, which nobody chose for this agent. */
  static Denials.Denial denial(String callId, AgentRequest ask, GateDecision.Denied denied) {
    String by = denied.by() == null ? "" : denied.by();
    if (by.startsWith(PermissionRule.BY)) {
      String rule = "the permission rule " + by.substring(PermissionRule.BY.length());
      return new Denials.Denial(callId, rule, ask.tool(), "", null);
    }
    if (by.equals(Deadlines.BY)) {
      return new Denials.Denial(callId, "the deadline", ask.tool(), "", null);
    }
    return new Denials.Denial(
        callId, by.isBlank() ? "someone" : by, ask.tool(), denied.reason(), denied.kind());
  }

  /** What the transcript says of a call whose answer the agent has got. */
  static Json result(Run run, String callId, GateDecision decision) {
    Approval approval = run.approvalOf(callId).orElse(null);
    if (approval != null) {
      return GateResults.of(approval);
    }
    Question question = run.questionOf(callId).orElse(null);
    if (question != null) {
      return GateResults.of(question);
    }
    return decision instanceof GateDecision.Denied denied
        ? GateResults.denied(denied.reason())
        : new Json("{\"approved\":true}");
  }

  /** What the transcript says of a tool that the agent has used by itself. */
  static Json result(AgentEvent.Finished finished) {
    return JsonTree.write(
        JsonTree.object()
            .put("status", finished.failed() ? "failed" : "completed")
            .set("output", JsonTree.of(finished.output())));
  }

  /** Whether the agent asks the same again, so that the answer holds. */
  static boolean isSame(Run run, ToolCall call, AgentRequest ask) {
    return switch (ask) {
      case AgentRequest.Permission permission ->
          run.approvalOf(call.id())
              .filter(
                  approval ->
                      isSame(call, approval.reason(), permission)
                          && Objects.equals(approval.caution(), permission.caution()))
              .isPresent();
      case AgentRequest.Inquiry inquiry ->
          run.questionOf(call.id())
              .filter(question -> question.questions().equals(inquiry.questions()))
              .isPresent();
    };
  }

  /**
   * @param reason for which the call was asked about
   */
  static boolean isSame(ToolCall call, String reason, AgentRequest.Permission again) {
    // A call of before commands were kept says nothing of its own.
    AgentCall known = call.agent() == null ? null : again.agentCall();
    return Essence.of(call, reason)
        .equals(
            Essence.of(
                new ToolCall(call.id(), again.tool(), again.input(), known), again.reason()));
  }
}
