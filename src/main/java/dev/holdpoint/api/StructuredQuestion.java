package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A question as it was asked.")
public record StructuredQuestion(
    String id,
    String header,
    String question,
    List<Option> options,
    boolean multiSelect,
    @OmitIfUnset @About("Set if an answer is optional.") @Nullable Boolean optional,
    @OmitIfUnset @About("Set if only its options are answers, and no free text.")
        @Nullable Boolean closed) {
  public StructuredQuestion(
      String id, String header, String question, List<Option> options, boolean multiSelect) {
    this(id, header, question, options, multiSelect, null, null);
  }

  public StructuredQuestion {
    options = Copies.of(options);
  }
}
