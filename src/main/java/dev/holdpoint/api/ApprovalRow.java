package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("An approval and the run that waits for it.")
public record ApprovalRow(
    String sessionId,
    String agentId,
    String runId,
    RunKind runKind,
    GateStatus status,
    ApprovalRequestView request,
    @OmitIfUnset @Nullable ApprovalDecision resolution) {}
