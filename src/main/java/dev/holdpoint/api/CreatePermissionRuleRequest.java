package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A rule that decides calls without asking.")
public record CreatePermissionRuleRequest(
    @Required PermissionBehavior behavior,
    @Required
        @Length(min = 1, max = Limits.TOOL_PATTERN)
        @About("The name of a tool, acp:agent/name for an agent's, a prefix and *, or * alone.")
        String tool,
    @Length(min = 1, max = Limits.COMMAND_PATTERN)
        @About("A whole command, or its first words and ' *'; every call of the tool when unset.")
        @Nullable String command,
    @Required PermissionScope scope,
    @Range(min = 0, max = Limits.TIME_MS) @About("The rule expires at this time; never when unset.")
        @Nullable Long expiresAtMs,
    @Range(min = 1, max = Limits.RULE_USES)
        @About("Maximum number of calls that it decides; no limit when unset.")
        @Nullable Integer maxUses,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {}
