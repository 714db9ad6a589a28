package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A condition for the run to complete.")
public record CompletionRequirement(
    @Required Type type,
    @Length(min = 1, max = Limits.PATH)
        @About("A path in the session's workspace; any file when unset.")
        @Nullable String path) {

  @About("The kind of condition.")
  public enum Type {
    WORKSPACE_FILE
  }
}
