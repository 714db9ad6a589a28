package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Not strict: what a newer version of the program sends besides is none of our business. */
@About("A tool that Claude Code wants to use.")
@Tolerant
public record McpPermissionArguments(
    @Required @Length(min = 1, max = Limits.NAME) @About("The tool.") String toolName,
    @Required @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) @About("The input of the tool.")
        JsonNode input,
    @Length(min = 1, max = Limits.ID) @About("The program's own id for the call.")
        @Nullable String toolUseId,
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
        @Nullable JsonNode matchedAskRule) {}
