package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("The approval policy of the tenant; omitted settings stay as they are.")
public record ApprovalPolicyRequest(
    @Nullable Boolean signatureRequired,
    @Range(min = 1, max = Limits.APPROVALS_REQUIRED) @Nullable Integer approvalsRequired,
    @Nullable Boolean requesterMayApprove,
    @Range(min = 1, max = Limits.DURATION_MS) @Nullable Long expiresAfterMs) {}
