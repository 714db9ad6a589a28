package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A rule that decides calls without asking.")
public record PermissionRuleView(
    String ruleId,
    PermissionBehavior behavior,
    String tool,
    @OmitIfUnset @Nullable String command,
    PermissionScope scope,
    @OmitIfUnset @Nullable Long expiresAtMs,
    @OmitIfUnset @Nullable Integer maxUses,
    @About("Number of calls that it has decided.") int uses,
    String createdBy,
    long createdAtMs,
    @About("The approval that created it.") @OmitIfUnset @Nullable String sourceApprovalId,
    PermissionRuleStatus status,
    @About("An explanation of the rule in one sentence.") String explanation) {}
