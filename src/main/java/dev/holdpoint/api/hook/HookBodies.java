package dev.holdpoint.api.hook;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What programs send to their hooks, and what they are answered. */
public interface HookBodies {
  /** What Claude Code tells of a tool that it wants to use, whichever hook it calls. */
  interface ClaudeToolUse {
    /** Claude Code's own. */
    String sessionId();

    String hookEventName();

    String toolName();

    JsonNode toolInput();

    @Nullable String cwd();

    @Nullable String permissionMode();

    @Nullable String agentType();

    @Nullable JsonNode suppressAlwaysAllowRule();

    @Nullable JsonNode defaultToNo();

    @Nullable JsonNode requiresUserInteraction();

    @Nullable JsonNode matchedAskRule();
  }

  @About("Claude Code's input to a PreToolUse hook; other members are ignored.")
  @Tolerant
  record ClaudePreToolUse(
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Required @Length(min = 1, max = Limits.NAME) @About("PreToolUse") String hookEventName,
      @Required @Length(min = 1, max = Limits.NAME) String toolName,
      @Required @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) JsonNode toolInput,
      @Required
          @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
          @About("The same id is the same tool use, for example in a resumed session.")
          String toolUseId,
      @Length(max = Limits.PATH) @About("Its working folder.") @Nullable String cwd,
      @Length(max = Limits.NAME) @About("default, plan, acceptEdits and so on.")
          @Nullable String permissionMode,
      @Length(max = Limits.NAME) @About("Its agent that asks, if it is not the main one.")
          @Nullable String agentType,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: no grant is offered.")
          @Nullable JsonNode suppressAlwaysAllowRule,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: deny is the default.")
          @Nullable JsonNode defaultToNo,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: allow rules do not apply, a person decides.")
          @Nullable JsonNode requiresUserInteraction,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: allow rules do not apply, a person decides.")
          @Nullable JsonNode matchedAskRule)
      implements ClaudeToolUse {}

  @About("The answer to Claude Code before it uses a tool; empty if there is nothing to decide.")
  record ClaudePreToolUseAnswer(
      @JsonProperty("hookSpecificOutput") @OmitIfUnset
          ClaudePreToolUseAnswer.@Nullable Output hookSpecificOutput) {

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
      return new ClaudePreToolUseAnswer(
          new ClaudePreToolUseAnswer.Output(EVENT, permission, reason, updatedInput));
    }
  }

  @About(
      "allow and deny are the decision of a person or a rule. ask leaves it to "
          + "Claude Code's own dialog. defer ends a process without a dialog (-p); "
          + "it asks again when the session is resumed.")
  enum ClaudePermission {
    ALLOW,
    DENY,
    ASK,
    DEFER
  }

  @About("Claude Code's input to a PermissionRequest hook; other members are ignored.")
  @Tolerant
  record ClaudePermissionRequest(
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Required @Length(min = 1, max = Limits.NAME) @About("PermissionRequest")
          String hookEventName,
      @Required @Length(min = 1, max = Limits.NAME) String toolName,
      @Required @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) JsonNode toolInput,
      @Length(max = Limits.PATH) @About("Its working folder.") @Nullable String cwd,
      @Length(max = Limits.NAME) @About("default, plan, acceptEdits and so on.")
          @Nullable String permissionMode,
      @Length(max = Limits.NAME) @About("Its agent that asks, if it is not the main one.")
          @Nullable String agentType,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: no grant is offered.")
          @Nullable JsonNode suppressAlwaysAllowRule,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: deny is the default.")
          @Nullable JsonNode defaultToNo,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: allow rules do not apply, a person decides.")
          @Nullable JsonNode requiresUserInteraction,
      @JsonLength(max = Limits.TOOL_INPUT)
          @About("Any value except false and null: allow rules do not apply, a person decides.")
          @Nullable JsonNode matchedAskRule)
      implements ClaudeToolUse {}

  @About("The answer to Claude Code's dialog; empty if its user decides.")
  record ClaudePermissionRequestAnswer(
      @JsonProperty("hookSpecificOutput") @OmitIfUnset
          ClaudePermissionRequestAnswer.@Nullable Output hookSpecificOutput) {

    public static final String EVENT = "PermissionRequest";

    /** Nothing: the dialog stays. */
    public static final ClaudePermissionRequestAnswer NONE =
        new ClaudePermissionRequestAnswer(null);

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
      return new ClaudePermissionRequestAnswer(
          new ClaudePermissionRequestAnswer.Output(EVENT, decision));
    }
  }

  @About(
      "A program's own input to its hook. cursor sends conversation_id and "
          + "workspace_roots; other members are ignored.")
  @Tolerant
  record HookToolUse(
      @About("A text: the program's own id of its session.") @Nullable JsonNode sessionId,
      @About("A text: the event of this URL in the program's own words, if it sends one.")
          @Nullable JsonNode hookEventName,
      @About("A text: the program's own id of its turn.") @Nullable JsonNode turnId,
      @About("A text: the tool's name.") @Nullable JsonNode toolName,
      @About("An object, or a text that holds a JSON object.") @Nullable JsonNode toolInput,
      @About("A text: the same id is the same tool use.") @Nullable JsonNode toolUseId,
      @About("A text: its working folder.") @Nullable JsonNode cwd,
      @About("A text: how it asks its user.") @Nullable JsonNode permissionMode) {}

  @About(
      "The decision in the program's own words; empty if there is nothing to decide, and for an "
          + "allow to codex before a tool use. cursor gets permission, gemini decision, the "
          + "others hookSpecificOutput.")
  record HookAnswer(
      @JsonProperty("hookSpecificOutput") @OmitIfUnset @About("An object.")
          @Nullable JsonNode hookSpecificOutput,
      @OmitIfUnset @Words({"allow", "deny", "ask"}) @Nullable String decision,
      @OmitIfUnset @Nullable String reason,
      @OmitIfUnset @Words({"allow", "deny", "ask"}) @Nullable String permission,
      @OmitIfUnset @Nullable String agentMessage,
      @OmitIfUnset @Nullable String userMessage,
      @OmitIfUnset @About("The input that replaces the tool's own.")
          @Nullable JsonNode updatedInput) {}
}
