package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A question as older clients see it: question.requested and question.resolved.")
public record UniversalQuestion(
    String questionId,
    String prompt,
    List<String> options,
    @Nullable String response,
    Status status) {
  public UniversalQuestion {
    options = Copies.of(options);
  }

  @About("Whatever ends a question without an answer rejects it.")
  public enum Status {
    REQUESTED,
    ANSWERED,
    REJECTED
  }
}
