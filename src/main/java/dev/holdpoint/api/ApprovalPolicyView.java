package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What it takes to decide an approval of the tenant.")
public record ApprovalPolicyView(
    @About("Whether only an assertion of an approver key decides.") boolean signatureRequired,
    @About("How many different principals must agree.") int approvalsRequired,
    @About("Whether the principal that submitted the work may approve it.")
        boolean requesterMayApprove,
    @About("How long an approval waits that has no deadline of its own.") long expiresAfterMs) {}
