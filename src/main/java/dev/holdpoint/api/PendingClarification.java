package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.math.BigDecimal;
import java.util.List;

@About("A question that waits for an answer.")
public record PendingClarification(
    @About("For one of several questions of a request, its id follows after a colon.")
        String clarifyId,
    String question,
    @About("The labels of the options; empty if any text is an answer.")
        List<String> choicesOffered,
    String sessionId,
    @About("Always clarify.") String kind,
    @About("Unix time in seconds.") BigDecimal requestedAt,
    @About("0 when there is no deadline.") BigDecimal timeoutSeconds,
    @About("Unix time in seconds, requested_at + timeout_seconds; 0 when there is no deadline.")
        BigDecimal expiresAt,
    String runId) {
  public PendingClarification {
    choicesOffered = Copies.of(choicesOffered);
  }
}
