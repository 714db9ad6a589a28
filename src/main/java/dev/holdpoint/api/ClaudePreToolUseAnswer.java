package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("What Claude Code is told before it uses a tool; empty when there is nothing to say.")
public record ClaudePreToolUseAnswer(
    @JsonProperty("hookSpecificOutput") @OmitIfUnset @Nullable Output hookSpecificOutput) {

  public static final String EVENT = "PreToolUse";

  /** Nothing: Claude Code goes by its own settings. */
  public static final ClaudePreToolUseAnswer NONE = new ClaudePreToolUseAnswer(null);

  @About("The decision, as a PreToolUse hook tells it.")
  public record Output(
      @JsonProperty("hookEventName") @About(EVENT) String hookEventName,
      @JsonProperty("permissionDecision") ClaudePermission permissionDecision,
      @JsonProperty("permissionDecisionReason")
          @OmitIfUnset
          @About("For Claude when it is denied, for the user otherwise.")
          @Nullable String permissionDecisionReason,
      @JsonProperty("updatedInput")
          @OmitIfUnset
          @About("With what the tool is to run in the place of what Claude wanted.")
          @Nullable JsonNode updatedInput) {}

  public static ClaudePreToolUseAnswer of(
      ClaudePermission permission, @Nullable String reason, @Nullable JsonNode updatedInput) {
    return new ClaudePreToolUseAnswer(new Output(EVENT, permission, reason, updatedInput));
  }
}
