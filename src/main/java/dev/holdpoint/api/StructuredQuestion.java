package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A question as it was asked.")
public record StructuredQuestion(
    String id, String header, String question, List<Option> options, boolean multiSelect) {
  public StructuredQuestion {
    options = Copies.of(options);
  }
}
