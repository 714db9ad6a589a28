package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("How a question was settled, by whom and when.")
public record QuestionDecision(
    String by,
    long atMs,
    @Words({"answered", "declined", "cancelled", "expired", "withdrawn"}) String behavior,
    List<QuestionAnswer> answers,
    @OmitIfUnset @Nullable String justification) {
  public QuestionDecision {
    answers = Copies.of(answers);
  }
}
