package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("A rule to be tried on what was called before: one that exists, or one to be written.")
public record PreviewPermissionRuleRequest(
    @About("One that exists, and then nothing else of a rule.") @Length(min = 1, max = Limits.ID)
        @Nullable String ruleId,
    @Nullable PermissionBehavior behavior,
    @Length(min = 1, max = Limits.TOOL_PATTERN) @Nullable String tool,
    @Length(min = 1, max = Limits.COMMAND_PATTERN) @Nullable String command,
    @Nullable PermissionScope scope,
    @About("How many of the newest calls are looked at; 200 when unset.")
        @Range(min = 1, max = Limits.PREVIEWED_CALLS)
        @Nullable Integer limit) {}
