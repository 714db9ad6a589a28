package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;

/**
 * Who decides an approval: whoever calls, or whoever has signed.
 *
 * @param principal who is counted where several have to say yes
 */
record Decider(String by, String principal) {
  private static final long SECOND = 1_000;

  static Decider of(String by) {
    return new Decider(by, by);
  }

  /**
   * Whether the tenant lets this be decided like this. All doors lead through here, so none leads
   * around it.
   *
   * @throws dev.holdpoint.core.problem.Refused when it does not
   */
  static Decider heard(
      Change change,
      Run run,
      Approval approval,
      SentDecision resolution,
      ApprovalPolicy policy,
      String by,
      long longestMs) {
    VerifiedAssertion attested = resolution.attested();
    if (!(approval.state() instanceof ApprovalState.Pending pending)
        || !pending.isOpenAt(change.nowMs())
        || (attested == null && !policy.isGuarded())) {
      return of(by);
    }
    if (resolution.updatedInput() != null) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because("This request can't be edited: omit updated_input. Nothing was resolved.")
          .asException();
    }
    if (resolution.grant() != null || OfferCheck.isForLonger(approval, resolution)) {
      throw Problem.APPROVAL_SIGNATURE_REQUIRED
          .because(
              "Can't be remembered. Each request needs its own approval: allow it "
                  + "once. Nothing was resolved.")
          .asException();
    }
    if (attested == null) {
      if (policy.signatureRequired()) {
        throw Problem.APPROVAL_SIGNATURE_REQUIRED
            .because(
                "Approvals of this tenant require a signed assertion: send signature, "
                    + "made with one of the tenant's approver keys. Nothing was resolved.")
            .asException();
      }
      if (resolution.allow()
          && !policy.requesterMayApprove()
          && Quorum.isRequester(change, run, by)) {
        throw Problem.FORBIDDEN
            .because(
                "The principal that submitted this run may not approve it. Nothing was "
                    + "resolved.")
            .asException();
      }
      return of(by);
    }
    ApproverKey key = Quorum.key(change, attested.assertion().keyId());
    if (key == null
        || !speaksFor(key, run, attested, change.latestMs(), longestMs)
        || !attested.genuine()
        || !attested.approvalId().equals(approval.id())
        || attested.approve() != resolution.allow()
        || isRequester(change, key, run, resolution, policy)) {
      throw Problem.APPROVAL_SIGNATURE_INVALID
          .because(
              "The assertion is not valid. Nothing was resolved. It must be made for "
                  + "this approval and this decision, with an exp in the future and the "
                  + "algorithm of its key, by a valid key of the approval's tenant that is "
                  + "not the requester's own.")
          .asException();
    }
    return new Decider(ApproverKey.BY + key.id(), key.principal());
  }

  private static boolean speaksFor(
      ApproverKey key, Run run, VerifiedAssertion attested, long latestMs, long longestMs) {
    Assertion assertion = attested.assertion();
    long second = Math.floorDiv(latestMs, SECOND);
    return key.tenantId().equals(run.head().tenantId())
        && key.algorithm() == assertion.algorithm()
        && key.isGoodAt(latestMs)
        && second < assertion.exp()
        && (longestMs == Long.MAX_VALUE || assertion.exp() - second <= longestMs / SECOND);
  }

  /** Whoever asked for something may take it back, but not allow it himself. */
  private static boolean isRequester(
      Change change, ApproverKey key, Run run, SentDecision resolution, ApprovalPolicy policy) {
    return resolution.allow()
        && !policy.requesterMayApprove()
        && Quorum.isRequester(change, run, key.principal());
  }
}
