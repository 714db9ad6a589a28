package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A permission rule as it was when it decided; it may have been revoked since.")
public record AppliedRule(
    String ruleId,
    PermissionBehavior behavior,
    String tool,
    @OmitIfUnset @Nullable String command,
    PermissionScope scope,
    @OmitIfUnset @Nullable Long expiresAtMs,
    @OmitIfUnset @Nullable Integer maxUses,
    @About("Including this one.") int uses,
    String createdBy,
    long createdAtMs,
    @OmitIfUnset @Nullable String sourceApprovalId) {}
