package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A question to be asked. Without options it is answered in free text.")
public record QuestionDraft(
    @Required @Length(min = 1, max = Limits.ID) String id,
    @Length(max = Limits.NAME) @Nullable String header,
    @Required @Length(min = 1, max = Limits.REASON) String question,
    @Size(max = Limits.OPTIONS) List<Option> options,
    @Nullable Boolean multiSelect) {
  public QuestionDraft {
    options = Copies.of(options);
  }
}
