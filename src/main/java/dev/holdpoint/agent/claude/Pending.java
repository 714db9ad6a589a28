package dev.holdpoint.agent.claude;

import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.ClaudeQuestions;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that Claude Code has asked, and how it is answered.
 *
 * @param requestId of the control request that waits; null when it waits for a tool result
 */
record Pending(AgentRequest ask, String toolUseId, @Nullable String requestId, Json input) {

  Pending linkedTo(String request) {
    return new Pending(ask, toolUseId, request, input);
  }

  /** The line that answers it. */
  String answer(String sessionId, GateDecision decision) {
    ObjectNode response = response(decision);
    if (requestId != null) {
      return ClaudeLines.response(requestId, response);
    }
    boolean refused = response.path("behavior").asString("").equals("deny");
    return ClaudeLines.toolResult(
        sessionId,
        toolUseId,
        refused ? response.path("message").asString("") : told(decision),
        refused);
  }

  private ObjectNode response(GateDecision decision) {
    return switch (ask) {
      case AgentRequest.Permission _ -> permission(decision);
      case AgentRequest.Inquiry inquiry -> inquiry(inquiry, decision);
    };
  }

  private ObjectNode permission(GateDecision decision) {
    return switch (decision) {
      case GateDecision.Allowed allowed -> allowed(allowed);
      case GateDecision.Denied denied -> ClaudeLines.deny(denied.message());
      case GateDecision.Declined declined -> ClaudeLines.deny(declined.reason());
      case GateDecision.Cancelled cancelled -> ClaudeLines.deny(cancelled.reason());
      // Nothing but a yes lets anything happen, and words are none.
      case GateDecision.Answered _ -> ClaudeLines.deny("The request was answered with text.");
    };
  }

  private ObjectNode inquiry(AgentRequest.Inquiry inquiry, GateDecision decision) {
    return switch (decision) {
      case GateDecision.Answered answered ->
          ClaudeQuestions.refusal(inquiry.tool(), answered.answers())
              .map(ClaudeLines::deny)
              .orElseGet(
                  () ->
                      ClaudeLines.allow(
                          ClaudeQuestions.answered(
                              JsonTree.of(input), inquiry.questions(), answered.answers())));
      case GateDecision.Denied denied -> ClaudeLines.deny(denied.message());
      case GateDecision.Declined declined -> ClaudeLines.deny(declined.reason());
      case GateDecision.Cancelled cancelled -> ClaudeLines.deny(cancelled.reason());
      case GateDecision.Allowed _ -> ClaudeLines.deny("The question was not answered.");
    };
  }

  private String told(GateDecision decision) {
    return ask instanceof AgentRequest.Inquiry inquiry
            && decision instanceof GateDecision.Answered answered
        ? ClaudeQuestions.told(inquiry.questions(), answered.answers())
        : "";
  }

  /** Allowed once, also where a rule is kept: a rule can be revoked, what it remembers cannot. */
  private ObjectNode allowed(GateDecision.Allowed allowed) {
    Json updated = allowed.updatedInput();
    return ClaudeLines.allow(JsonTree.of(updated == null ? input : updated));
  }
}
