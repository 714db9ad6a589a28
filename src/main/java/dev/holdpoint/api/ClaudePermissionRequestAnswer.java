package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("What Claude Code's dialog is answered with; empty when that is left to its user.")
public record ClaudePermissionRequestAnswer(
    @JsonProperty("hookSpecificOutput") @OmitIfUnset @Nullable Output hookSpecificOutput) {

  public static final String EVENT = "PermissionRequest";

  /** Nothing: the dialog stays. */
  public static final ClaudePermissionRequestAnswer NONE = new ClaudePermissionRequestAnswer(null);

  @About("The decision, as a PermissionRequest hook tells it.")
  public record Output(
      @JsonProperty("hookEventName") @About(EVENT) String hookEventName, Decision decision) {}

  @About("Yes or no. Claude Code's own settings are never changed by it.")
  public record Decision(
      ApprovalBehavior behavior,
      @JsonProperty("updatedInput")
          @OmitIfUnset
          @About("With what the tool is to run in the place of what Claude wanted.")
          @Nullable JsonNode updatedInput,
      @OmitIfUnset @About("Why not, for Claude.") @Nullable String message) {}

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
