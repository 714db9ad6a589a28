package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("How an approval was decided, by whom and when.")
public record ApprovalDecision(
    String by,
    long atMs,
    @Words({"allow", "deny", "expired", "withdrawn"}) String behavior,
    @OmitIfUnset @Nullable JsonNode updatedInput,
    @OmitIfUnset @Nullable String justification,
    @OmitIfUnset @Nullable String reason,
    @About("The permission rule that was created with the decision, or that made it.") @OmitIfUnset
        @Nullable String ruleId) {}
