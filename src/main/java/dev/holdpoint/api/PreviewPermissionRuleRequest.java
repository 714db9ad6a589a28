package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("A rule to test against past calls: an existing one, or a new one.")
public record PreviewPermissionRuleRequest(
    @About("An existing rule; not allowed together with other members of a rule.")
        @Length(min = 1, max = Limits.ID)
        @Nullable String ruleId,
    @Nullable PermissionBehavior behavior,
    @Length(min = 1, max = Limits.TOOL_PATTERN) @Nullable String tool,
    @Length(min = 1, max = Limits.COMMAND_PATTERN) @Nullable String command,
    @Nullable PermissionScope scope,
    @About("How many of the newest calls to test; 200 when unset.")
        @Range(min = 1, max = Limits.PREVIEWED_CALLS)
        @Nullable Integer limit) {}
