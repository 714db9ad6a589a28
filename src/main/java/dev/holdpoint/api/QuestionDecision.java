package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("How a question was settled, by whom and when.")
public record QuestionDecision(
    String by,
    long atMs,
    @About("answered, declined, cancelled, expired or withdrawn.") String behavior,
    List<QuestionAnswer> answers,
    @OmitIfUnset @Nullable String justification) {
  public QuestionDecision {
    answers = Copies.of(answers);
  }
}
