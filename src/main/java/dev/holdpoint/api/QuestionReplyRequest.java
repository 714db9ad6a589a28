package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About(
    "Answers in the order of the questions, each a list of ids or labels of "
        + "options, or free text.")
@Tolerant(exceptSlips = true)
public record QuestionReplyRequest(
    @Required @Size(max = Limits.OPTIONS) @Length(max = Limits.CONTENT)
        @Nullable List<List<String>> answers) {
  public QuestionReplyRequest {
    answers = answers == null ? null : answers.stream().map(Copies::of).toList();
  }
}
