package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Outdated;
import org.jspecify.annotations.Nullable;

@About("A tenant.")
public record TenantView(
    String tenantId,
    String name,
    @OmitIfUnset @Nullable String externalId,
    @OmitIfUnset @Nullable String parentTenantId,
    TenantState state,
    ApprovalPolicyView approvalPolicy,
    @About("RFC 3339, UTC; null for the root tenant.") @OmitIfUnset @Outdated
        @Nullable String createdAt,
    @OmitIfUnset @Nullable Long createdAtMs,
    @OmitIfUnset @Outdated @Nullable String suspendedAt,
    @OmitIfUnset @Nullable Long suspendedAtMs) {}
