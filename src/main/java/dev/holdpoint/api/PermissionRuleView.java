package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A standing answer to whether calls may run.")
public record PermissionRuleView(
    String ruleId,
    PermissionBehavior behavior,
    String tool,
    @OmitIfUnset @Nullable String command,
    PermissionScope scope,
    @OmitIfUnset @Nullable Long expiresAtMs,
    @OmitIfUnset @Nullable Integer maxUses,
    @About("How many calls it has decided.") int uses,
    String createdBy,
    long createdAtMs,
    @About("The approval that it was granted with.") @OmitIfUnset @Nullable String sourceApprovalId,
    PermissionRuleStatus status,
    @About("The same in a sentence.") String explanation) {}
