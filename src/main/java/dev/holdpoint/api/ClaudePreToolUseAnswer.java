package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("The answer to Claude Code before it uses a tool; empty if there is nothing to decide.")
public record ClaudePreToolUseAnswer(
    @JsonProperty("hookSpecificOutput") @OmitIfUnset @Nullable Output hookSpecificOutput) {

  public static final String EVENT = "PreToolUse";

  /** Nothing: Claude Code goes by its own settings. */
  public static final ClaudePreToolUseAnswer NONE = new ClaudePreToolUseAnswer(null);

  @About("The decision, in the format of a PreToolUse hook.")
  public record Output(
      @JsonProperty("hookEventName") @About(EVENT) String hookEventName,
      @JsonProperty("permissionDecision") ClaudePermission permissionDecision,
      @JsonProperty("permissionDecisionReason")
          @OmitIfUnset
          @About("For Claude if it is denied, otherwise for the user.")
          @Nullable String permissionDecisionReason,
      @JsonProperty("updatedInput") @OmitIfUnset @About("The input that replaces the tool's own.")
          @Nullable JsonNode updatedInput) {}

  public static ClaudePreToolUseAnswer of(
      ClaudePermission permission, @Nullable String reason, @Nullable JsonNode updatedInput) {
    return new ClaudePreToolUseAnswer(new Output(EVENT, permission, reason, updatedInput));
  }
}
