package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("Pending questions that one person answers together.")
public record UserQuestionRequestView(
    String id,
    @Nullable String toolCallId,
    List<StructuredQuestion> questions,
    long createdAtMs,
    @Nullable Long expiresAtMs,
    @OmitIfUnset
        @About(
            "The answers so far, if they are given one by one; a complete resolution "
                + "replaces them.")
        @Nullable List<QuestionAnswer> partialAnswers,
    @OmitIfUnset
        @About("The JSON Schema for the answers, as one object with a member for each question.")
        @Nullable JsonNode form,
    @OmitIfUnset @Nullable List<ActionView> actions) {
  public UserQuestionRequestView {
    questions = Copies.of(questions);
    partialAnswers = Copies.orNull(partialAnswers);
    actions = Copies.orNull(actions);
  }
}
