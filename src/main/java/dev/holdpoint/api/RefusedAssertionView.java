package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("A rejected assertion.")
public record RefusedAssertionView(
    String tenantId,
    String approvalId,
    @Words({"approve", "deny"}) String decision,
    @About("The approver key in the assertion, which may not exist.") String keyId,
    @About("The sender of the assertion.") String by,
    String requestId,
    long atMs) {}
