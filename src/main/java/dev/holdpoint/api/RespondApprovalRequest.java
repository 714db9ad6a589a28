package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;

@About("A click on an approval.")
@Tolerant(exceptSlips = true)
public record RespondApprovalRequest(
    @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
    @Required PromptChoice choice,
    @Length(min = 1, max = Limits.ID)
        @About(
            "Send it. Without it, the one that waits must be what the caller was last sent, a second"
                + " ago or more.")
        @Nullable String approvalId,
    @Length(min = 1, max = Limits.TOOL_INPUT)
        @About("One of its pattern_keys, for session and always; the first when unset.")
        @Nullable String patternKey,
    @Range(min = 1, max = Limits.TIME_MS)
        @About("Until when the rule of session or always holds, in milliseconds.")
        @Nullable Long expiresAtMs,
    @Range(min = 1, max = Limits.RULE_USES)
        @About("How many calls the rule of session or always allows.")
        @Nullable Integer maxUses,
    @About("By whom it is decided, where the tenant requires it; takes approval_id.")
        @Nullable ApprovalSignature signature) {}
