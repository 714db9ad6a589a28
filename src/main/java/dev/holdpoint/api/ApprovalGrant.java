package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** Strict, so that a slip in {@code max_uses} does not grant more than was meant. */
@About(
    "Also allows similar calls from now on: a permission rule is stored "
        + "together with the decision.")
public record ApprovalGrant(
    @Required @About("session is the session that asks; user is every session of the tenant.")
        PermissionScopeKind scope,
    @About("One of the request's pattern_keys; the first when unset.")
        @OmitIfUnset
        @Length(min = 1, max = Limits.TOOL_INPUT)
        @Nullable String patternKey,
    @OmitIfUnset @Range(min = 0, max = Limits.TIME_MS) @Nullable Long expiresAtMs,
    @OmitIfUnset @Range(min = 1, max = Limits.RULE_USES) @Nullable Integer maxUses) {}
