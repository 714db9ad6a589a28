package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("A request and its state.")
public record McpDecision(
    McpStatus status,
    String requestId,
    String runId,
    String sessionId,
    @About("Only if you gave the request a request_key.") @OmitIfUnset @Nullable String requestKey,
    @About("A comment on the decision.") @OmitIfUnset @Nullable String reason,
    @About("Use this instead of your own input; a person has changed it.") @OmitIfUnset
        @Nullable JsonNode updatedInput,
    @About("In the order of the questions.") @OmitIfUnset @Nullable List<QuestionAnswer> answers,
    @About("Who decided.") @OmitIfUnset @Nullable String by,
    @OmitIfUnset @Nullable Long decidedAtMs,
    @About("The URL where a person decides.") @OmitIfUnset @Nullable String url,
    @About("What to do next.") @OmitIfUnset @Nullable String next) {
  public McpDecision {
    answers = answers == null ? null : List.copyOf(answers);
  }
}
