package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A question in the format of older clients: question.requested and question.resolved.")
public record UniversalQuestion(
    String questionId,
    String prompt,
    List<String> options,
    @Nullable String response,
    Status status) {
  public UniversalQuestion {
    options = Copies.of(options);
  }

  @About("A question that ends without an answer is rejected.")
  public enum Status {
    REQUESTED,
    ANSWERED,
    REJECTED
  }
}
