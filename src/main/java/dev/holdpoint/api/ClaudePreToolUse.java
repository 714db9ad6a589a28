package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("Claude Code's input to a PreToolUse hook; other members are ignored.")
@Tolerant
public record ClaudePreToolUse(
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
