package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("Questions that wait for one person to answer them together.")
public record UserQuestionRequestView(
    String id,
    @Nullable String toolCallId,
    List<StructuredQuestion> questions,
    long createdAtMs,
    @Nullable Long expiresAtMs,
    @OmitIfUnset
        @About("Answers so far, where they are given one by one; a whole resolution replaces them.")
        @Nullable List<QuestionAnswer> partialAnswers,
    @OmitIfUnset
        @About(
            "The JSON schema that the answers have to meet, as one object with a member for each"
                + " question.")
        @Nullable JsonNode form,
    @OmitIfUnset @Nullable List<ActionView> actions) {
  public UserQuestionRequestView {
    questions = Copies.of(questions);
    partialAnswers = Copies.orNull(partialAnswers);
    actions = Copies.orNull(actions);
  }
}
