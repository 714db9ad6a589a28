package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("What must exist before the run may call itself completed.")
public record CompletionRequirement(
    @Required Type type,
    @Length(min = 1, max = Limits.PATH)
        @About("Inside the session's workspace; any file when unset.")
        @Nullable String path) {

  @About("What sort of thing must exist.")
  public enum Type {
    WORKSPACE_FILE
  }
}
