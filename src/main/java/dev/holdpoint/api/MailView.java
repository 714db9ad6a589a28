package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("Mail from one agent to another: a message, or the answer to a child's question.")
public record MailView(
    String messageId,
    String fromSessionId,
    @Words({"message", "parent_clarification"}) String subject,
    @About("The content of a message; the resolution of a question.") JsonNode payload,
    MailStatus status,
    @About("Why it was not delivered.")
        @OmitIfUnset
        @Words({"session_ended", "run_ended", "queue_full", "cancelled"})
        @Nullable String reason,
    long createdAtMs) {
  public MailView {
    payload = payload.deepCopy();
  }
}
