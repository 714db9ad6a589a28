package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("An answer to a question; response, answer and choice mean the same.")
@Tolerant(exceptSlips = true)
public record RespondClarificationRequest(
    @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
    @Length(min = 1, max = 2 * Limits.ID + 1)
        @About(
            "Send it. Without it, the pending question must have been sent to this "
                + "caller at least a second ago.")
        @Nullable String clarifyId,
    @JsonLength(max = Limits.CONTENT)
        @About(
            "A text, or a list of texts where several options may be selected. The "
                + "label or the id of an option selects it; any other text is a free-text "
                + "answer. An empty list leaves an optional question without an answer.")
        @Nullable JsonNode response,
    @JsonLength(max = Limits.CONTENT) @Nullable JsonNode answer,
    @JsonLength(max = Limits.CONTENT) @Nullable JsonNode choice) {
  public RespondClarificationRequest {
    response = Copies.orNull(response);
    answer = Copies.orNull(answer);
    choice = Copies.orNull(choice);
  }
}
