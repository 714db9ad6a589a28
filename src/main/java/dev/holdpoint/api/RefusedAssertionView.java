package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("That somebody brought an assertion which does not hold.")
public record RefusedAssertionView(
    String tenantId,
    String approvalId,
    @About("approve or deny.") String decision,
    @About("The approver key that it named, which may not exist.") String keyId,
    @About("Who brought it.") String by,
    String requestId,
    long atMs) {}
