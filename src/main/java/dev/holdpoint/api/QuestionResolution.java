package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Answers to every question of the request, or a refusal to answer.")
public record QuestionResolution(
    @Required @Length(min = 1, max = Limits.ID) String requestId,
    @Size(max = Limits.QUESTIONS) List<QuestionAnswer> answers,
    @OmitIfUnset @About("Unset means false.") @Nullable Boolean declined,
    @OmitIfUnset @Length(max = Limits.REASON) @Nullable String justification) {
  public QuestionResolution {
    answers = Copies.of(answers);
  }
}
