package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A tenant.")
public record TenantView(
    String tenantId,
    String name,
    @OmitIfUnset @Nullable String externalId,
    @OmitIfUnset @Nullable String parentTenantId,
    TenantState state,
    ApprovalPolicyView approvalPolicy,
    @About("RFC 3339, UTC; the root tenant was never made.") @OmitIfUnset
        @Nullable String createdAt,
    @OmitIfUnset @Nullable String suspendedAt) {}
