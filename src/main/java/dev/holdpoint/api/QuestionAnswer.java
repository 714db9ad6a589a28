package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The answer to one question: options, free text, or both.")
public record QuestionAnswer(
    @Required @Length(min = 1, max = Limits.ID) String questionId,
    @Size(max = Limits.OPTIONS) @Length(min = 1, max = Limits.ID) List<String> selectedOptionIds,
    @OmitIfUnset @Length(max = Limits.CONTENT) @Nullable String freeformAnswer) {
  public QuestionAnswer {
    selectedOptionIds = Copies.of(selectedOptionIds);
  }
}
