package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("That somebody brought an assertion which does not hold.")
public record RefusedAssertionView(
    String tenantId,
    String approvalId,
    @Words({"approve", "deny"}) String decision,
    @About("The approver key that it named, which may not exist.") String keyId,
    @About("Who brought it.") String by,
    String requestId,
    long atMs) {}
