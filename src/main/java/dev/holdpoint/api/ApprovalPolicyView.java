package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The approval policy of the tenant.")
public record ApprovalPolicyView(
    @About("Whether decisions require an assertion signed with an approver key.")
        boolean signatureRequired,
    @About("How many different principals must approve.") int approvalsRequired,
    @About("Whether the principal that submitted the work may approve it.")
        boolean requesterMayApprove,
    @About("The lifetime of an approval without its own deadline.") long expiresAfterMs) {}
