package dev.holdpoint.agent.claude;

import dev.holdpoint.agent.peer.Ask;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.ClaudeQuestions;
import dev.holdpoint.engine.asking.Decision;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that Claude Code has asked, and how it is answered.
 *
 * @param requestId of the control request that waits; null when it waits for a tool result
 */
record Pending(Ask ask, String toolUseId, @Nullable String requestId, Json input) {

  Pending linkedTo(String request) {
    return new Pending(ask, toolUseId, request, input);
  }

  /** The line that answers it. */
  String answer(String sessionId, Decision decision) {
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

  private ObjectNode response(Decision decision) {
    return switch (ask) {
      case Ask.Permission _ -> permission(decision);
      case Ask.Inquiry inquiry -> inquiry(inquiry, decision);
    };
  }

  private ObjectNode permission(Decision decision) {
    return switch (decision) {
      case Decision.Allowed allowed -> allowed(allowed);
      case Decision.Denied denied -> ClaudeLines.deny(denied.reason());
      case Decision.Declined declined -> ClaudeLines.deny(declined.reason());
      case Decision.Cancelled cancelled -> ClaudeLines.deny(cancelled.reason());
      // Nothing but a yes lets anything happen, and words are none.
      case Decision.Answered _ -> ClaudeLines.deny("The request was answered with text.");
    };
  }

  private ObjectNode inquiry(Ask.Inquiry inquiry, Decision decision) {
    return switch (decision) {
      case Decision.Answered answered ->
          ClaudeQuestions.refusal(inquiry.tool(), answered.answers())
              .map(ClaudeLines::deny)
              .orElseGet(
                  () ->
                      ClaudeLines.allow(
                          ClaudeQuestions.answered(
                              JsonTree.of(input), inquiry.questions(), answered.answers())));
      case Decision.Denied denied -> ClaudeLines.deny(denied.reason());
      case Decision.Declined declined -> ClaudeLines.deny(declined.reason());
      case Decision.Cancelled cancelled -> ClaudeLines.deny(cancelled.reason());
      case Decision.Allowed _ -> ClaudeLines.deny("The question was not answered.");
    };
  }

  private String told(Decision decision) {
    return ask instanceof Ask.Inquiry inquiry && decision instanceof Decision.Answered answered
        ? ClaudeQuestions.told(inquiry.questions(), answered.answers())
        : "";
  }

  /** Allowed once, also where a rule is kept: a rule can be revoked, what it remembers cannot. */
  private ObjectNode allowed(Decision.Allowed allowed) {
    Json updated = allowed.updatedInput();
    return ClaudeLines.allow(JsonTree.of(updated == null ? input : updated));
  }
}
