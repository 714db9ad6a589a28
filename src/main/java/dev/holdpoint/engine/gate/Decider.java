package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.Vote;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.standing.GateEligibility;
import dev.holdpoint.engine.standing.Judgement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who decides an approval: the caller, or the person who has signed.
 *
 * @param principal who is counted where several have to say yes
 * @param role of the token in hand; null for a signature
 * @param right what this word is worth
 */
record Decider(String by, String principal, @Nullable Role role, Right right) {
  private static final long SECOND = 1_000;

  /** Somebody whose word decides by itself. */
  static Decider of(Voter voter) {
    return new Decider(voter.name(), voter.name(), voter.role(), Right.GRANTED);
  }

  /**
   * Whether policy and tenant let this be decided like this. All doors lead through here, so none
   * leads around it.
   *
   * @throws dev.holdpoint.core.problem.Refused when they do not
   */
  static Decider heard(
      Change change,
      Run run,
      Judgement judged,
      SentDecision resolution,
      Voter voter,
      long longestMs) {
    Gate approval = judged.gate();
    GatePolicy policy = judged.policy();
    VerifiedAssertion attested = resolution.attested();
    checkEdited(run, judged, resolution, voter);
    if (!(approval.state() instanceof ApprovalState.Pending pending)
        || !pending.isOpenAt(change.nowMs())
        || (attested == null && judged.isPlain())) {
      return of(voter);
    }
    if (resolution.updatedInput() != null
        && (attested != null || policy.signatureRequired() || policy.yeses() > 1)) {
      // A signature is for what was asked, not for what its carrier puts in its place.
      throw notAlone();
    }
    if ((policy.isGuarded() || attested != null)
        && (resolution.grant() != null
            || OfferCheck.isForLonger((Approval) approval, resolution))) {
      throw Problem.APPROVAL_SIGNATURE_REQUIRED
          .because(
              "Can't be remembered. Each request needs its own approval: allow it "
                  + "once. Nothing was resolved.")
          .asException();
    }
    if (attested == null && policy.signatureRequired()) {
      throw Problem.APPROVAL_SIGNATURE_REQUIRED
          .because(
              "Approvals of this tenant require a signed assertion: send signature, "
                  + "made with one of the tenant's approver keys. Nothing was resolved.")
          .asException();
    }
    Deliberation now = judged.now();
    Decider decider =
        attested == null
            ? clicked(now, resolution, voter)
            : signed(change, run, judged, now, resolution, longestMs);
    if (decider.right == Right.NOT_NAMED) {
      throw GateEligibility.refusal(now, GateKind.APPROVAL, change.nowMs()).asException();
    }
    if (resolution.updatedInput() != null
        && !(now.decidesAlone(decider.principal, decider.role)
            && judged.with(decider.yes(change.nowMs())).state() == Standing.State.ALLOWED)) {
      throw notAlone();
    }
    return decider;
  }

  /** What is put in the place of the input must not need more than this person's yes either. */
  private static void checkEdited(Run run, Judgement judged, SentDecision resolution, Voter voter) {
    Json input = resolution.updatedInput();
    if (input != null
        && judged.gate().isPending()
        && !judged.edited(run, input).isDecidedBy(voter)) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(
              "The changed input needs more than your approval: a policy holds for it. "
                  + "Nothing was resolved.")
          .asException();
    }
  }

  private Vote yes(long nowMs) {
    return new Vote(principal, nowMs, true, null, role, null);
  }

  /** What runs is what all have seen who had to say yes. */
  private static Refused notAlone() {
    return Problem.APPROVAL_INVALID_RESOLUTION
        .because("This request can't be edited: omit updated_input. Nothing was resolved.")
        .asException();
  }

  private static Decider clicked(Deliberation now, SentDecision resolution, Voter voter) {
    Right right = right(now, resolution, voter.name(), voter.role());
    if (right == Right.REQUESTER) {
      throw Problem.FORBIDDEN
          .because(
              "The principal that submitted this run may not approve it. Nothing was resolved.")
          .asException();
    }
    return new Decider(voter.name(), voter.name(), voter.role(), right);
  }

  private static Decider signed(
      Change change,
      Run run,
      Judgement judged,
      Deliberation now,
      SentDecision resolution,
      long longestMs) {
    Approval approval = (Approval) judged.gate();
    VerifiedAssertion attested = Objects.requireNonNull(resolution.attested());
    ApproverKey key = Quorum.key(change, attested.assertion().keyId());
    Right right = key == null ? null : right(now, resolution, key.principal(), null);
    if (key == null
        || right == null
        || !speaksFor(key, run, attested, judged.policy(), change.latestMs(), longestMs)
        || !attested.genuine()
        || !attested.approvalId().equals(approval.id())
        || attested.approve() != resolution.allow()
        || isOfOtherWording(attested, approval)
        || right == Right.REQUESTER) {
      throw Problem.APPROVAL_SIGNATURE_INVALID
          .because(
              "The assertion is not valid. Nothing was resolved. It must be made for "
                  + "this approval and this decision, with an exp in the future and the "
                  + "algorithm of its key, by a valid key of the approval's tenant that is "
                  + "not the requester's own.")
          .asException();
    }
    return new Decider(ApproverKey.BY + key.id(), key.principal(), null, right);
  }

  private static Right right(
      Deliberation now, SentDecision resolution, String principal, @Nullable Role role) {
    return resolution.allow() ? now.mayAllow(principal, role) : now.mayDeny(principal, role);
  }

  /** Who would have decided it, had it come in time; null when it would have been refused. */
  static @Nullable Decider late(
      Change change,
      Run run,
      Judgement judged,
      SentDecision resolution,
      Voter voter,
      long longestMs) {
    VerifiedAssertion attested = resolution.attested();
    if (attested == null) {
      return judged.isPlain()
          ? of(voter)
          : judged.policy().signatureRequired()
              ? null
              : unlessRefused(
                  new Decider(
                      voter.name(),
                      voter.name(),
                      voter.role(),
                      right(judged.now(), resolution, voter.name(), voter.role())));
    }
    ApproverKey key = Quorum.key(change, attested.assertion().keyId());
    return key != null
            && speaksFor(key, run, attested, judged.policy(), change.latestMs(), longestMs)
            && attested.genuine()
            && attested.approvalId().equals(judged.gate().id())
            && attested.approve() == resolution.allow()
            && !isOfOtherWording(attested, (Approval) judged.gate())
        ? unlessRefused(
            new Decider(
                ApproverKey.BY + key.id(),
                key.principal(),
                null,
                right(judged.now(), resolution, key.principal(), null)))
        : null;
  }

  private static @Nullable Decider unlessRefused(Decider decider) {
    return decider.right.isRefused() ? null : decider;
  }

  /** What was signed is what is asked now, or nothing is signed. */
  private static boolean isOfOtherWording(VerifiedAssertion attested, Approval approval) {
    return attested.assertion().bindsWording() && !approval.wording().equals(attested.shown());
  }

  private static boolean speaksFor(
      ApproverKey key,
      Run run,
      VerifiedAssertion attested,
      GatePolicy policy,
      long latestMs,
      long limitMs) {
    Assertion assertion = attested.assertion();
    long second = Math.floorDiv(latestMs, SECOND);
    long longestMs = Math.min(limitMs, policy.longestAssertionMs(assertion.bindsWording()));
    return assertion.version() >= policy.assertionVersion()
        && key.tenantId().equals(run.head().tenantId())
        && key.algorithm() == assertion.algorithm()
        && key.isGoodAt(latestMs)
        && second < assertion.exp()
        && (longestMs == Long.MAX_VALUE || assertion.exp() - second <= longestMs / SECOND);
  }
}
