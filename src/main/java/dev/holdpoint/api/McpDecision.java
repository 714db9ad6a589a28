package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("A request and what has come of it.")
public record McpDecision(
    McpStatus status,
    String requestId,
    String runId,
    String sessionId,
    @About("Only if the request has a name of yours.") @OmitIfUnset @Nullable String requestKey,
    @About("What was said beside the decision.") @OmitIfUnset @Nullable String reason,
    @About("Use this instead of what you asked for; somebody has changed it.") @OmitIfUnset
        @Nullable JsonNode updatedInput,
    @About("In the order of the questions.") @OmitIfUnset @Nullable List<QuestionAnswer> answers,
    @About("Who decided.") @OmitIfUnset @Nullable String by,
    @OmitIfUnset @Nullable Long decidedAtMs,
    @About("Where a person decides.") @OmitIfUnset @Nullable String url,
    @About("What to do now.") @OmitIfUnset @Nullable String next) {
  public McpDecision {
    answers = answers == null ? null : List.copyOf(answers);
  }
}
