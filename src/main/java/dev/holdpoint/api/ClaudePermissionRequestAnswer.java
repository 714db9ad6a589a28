package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("The answer to Claude Code's dialog; empty if its user decides.")
public record ClaudePermissionRequestAnswer(
    @JsonProperty("hookSpecificOutput") @OmitIfUnset @Nullable Output hookSpecificOutput) {

  public static final String EVENT = "PermissionRequest";

  /** Nothing: the dialog stays. */
  public static final ClaudePermissionRequestAnswer NONE = new ClaudePermissionRequestAnswer(null);

  @About("The decision, in the format of a PermissionRequest hook.")
  public record Output(
      @JsonProperty("hookEventName") @About(EVENT) String hookEventName, Decision decision) {}

  @About("The decision. It never changes Claude Code's own settings.")
  public record Decision(
      ApprovalBehavior behavior,
      @JsonProperty("updatedInput") @OmitIfUnset @About("The input that replaces the tool's own.")
          @Nullable JsonNode updatedInput,
      @OmitIfUnset @About("The reason for a denial, for Claude.") @Nullable String message) {}

  public static ClaudePermissionRequestAnswer allow(@Nullable JsonNode updatedInput) {
    return of(new Decision(ApprovalBehavior.ALLOW, updatedInput, null));
  }

  public static ClaudePermissionRequestAnswer deny(String message) {
    return of(new Decision(ApprovalBehavior.DENY, null, message));
  }

  private static ClaudePermissionRequestAnswer of(Decision decision) {
    return new ClaudePermissionRequestAnswer(new Output(EVENT, decision));
  }
}
