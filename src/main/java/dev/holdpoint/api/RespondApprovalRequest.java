package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;

@About("A decision on an approval.")
@Tolerant(exceptSlips = true)
public record RespondApprovalRequest(
    @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
    @Required PromptChoice choice,
    @Length(min = 1, max = Limits.ID)
        @About(
            "Send it. Without it, the pending approval must have been sent to this "
                + "caller at least a second ago.")
        @Nullable String approvalId,
    @Length(min = 1, max = Limits.TOOL_INPUT)
        @About("One of its pattern_keys, for session and always; the first when unset.")
        @Nullable String patternKey,
    @Range(min = 1, max = Limits.TIME_MS)
        @About("When the rule of session or always expires, in milliseconds.")
        @Nullable Long expiresAtMs,
    @Range(min = 1, max = Limits.RULE_USES)
        @About("Maximum number of calls that the rule of session or always allows.")
        @Nullable Integer maxUses,
    @About("The signature of an approver, if the tenant requires it; needs approval_id.")
        @Nullable ApprovalSignature signature) {}
