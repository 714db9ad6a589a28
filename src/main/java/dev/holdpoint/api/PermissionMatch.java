package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("A call that a rule matches, and its outcome.")
public record PermissionMatch(
    String sessionId,
    String runId,
    String toolCallId,
    String toolName,
    JsonNode input,
    @OmitIfUnset @Nullable String command,
    long requestedAtMs,
    PermissionDecision decision,
    @About("Who decided.") @OmitIfUnset @Nullable String by,
    @About("Why it was denied.") @OmitIfUnset @Nullable String reason,
    @OmitIfUnset @Nullable String approvalId,
    @About("The rule that decided, or that was created with the decision.") @OmitIfUnset
        @Nullable String ruleId) {}
