package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Passkey;
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
import dev.holdpoint.engine.access.Passkeys;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.Rulebook;
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
    checkEdited(change, run, judged, resolution, voter);
    boolean stepUp = isSteppedUp(change, run, judged, resolution);
    if (stepUp && (attested == null || attested.assertion().algorithm() != Algorithm.WEBAUTHN)) {
      throw Problem.APPROVAL_SIGNATURE_REQUIRED
          .because(
              "A yes to this request takes a passkey: allow it on the page, with a passkey of your "
                  + "own. Nothing was resolved.")
          .asException();
    }
    if (!(approval.state() instanceof ApprovalState.Pending pending)
        || !pending.isLiveAt(change.nowMs())
        || (attested == null && judged.isPlain())) {
      return of(voter);
    }
    if (resolution.updatedInput() != null
        && (attested != null || policy.signatureRequired() || policy.yeses() > 1)) {
      // A signature is for what was asked, not for what its carrier puts in its place.
      throw notAlone();
    }
    if ((policy.isGuarded() || attested != null || stepUp)
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
    boolean own = attested != null && isOwn(change, run, attested);
    if (own && !isPresent(change, judged, resolution)) {
      throw invalid();
    }
    Decider decider =
        attested != null && !own
            ? signed(change, run, judged, now, resolution, longestMs)
            : judged.isPlain() ? of(voter) : clicked(now, resolution, voter);
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
  private static void checkEdited(
      Change change, Run run, Judgement judged, SentDecision resolution, Voter voter) {
    Json input = resolution.updatedInput();
    if (input != null
        && judged.gate().isPending()
        && (!judged.edited(run, input).isDecidedBy(voter)
            || Rulebook.wantsPasskey(
                change, run, MatchableCall.edited(run, run.call(judged.gate().callId()), input)))) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(
              "The changed input needs more than your approval: a policy holds for it. "
                  + "Nothing was resolved.")
          .asException();
    }
  }

  /** Whether this is a yes that takes a passkey. A no is free: it harms nobody. */
  private static boolean isSteppedUp(
      Change change, Run run, Judgement judged, SentDecision resolution) {
    return resolution.allow()
        && judged.gate().state() instanceof ApprovalState.Pending pending
        && pending.isLiveAt(change.nowMs())
        && (judged.policy().stepUp()
            || Rulebook.wantsPasskey(change, run, run.call(judged.gate().callId())));
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
        || right == Right.REQUESTER
        || !isNoted(change, attested)) {
      throw invalid();
    }
    return new Decider(ApproverKey.BY + key.id(), key.principal(), null, right);
  }

  private static Refused invalid() {
    return Problem.APPROVAL_SIGNATURE_INVALID
        .because(
            "The assertion is not valid. Nothing was resolved. It must be made for "
                + "this approval and this decision, with an exp in the future and the "
                + "algorithm of its key, by a valid key of the approval's tenant that is "
                + "not the requester's own.")
        .asException();
  }

  /**
   * Whether it is by a passkey that the caller has registered for themselves. It makes nobody an
   * approver: the decision is the caller's own, and the passkey shows that they were there.
   */
  private static boolean isOwn(Change change, Run run, VerifiedAssertion attested) {
    VerifiedAssertion.Presence presence = attested.presence();
    if (presence == null) {
      return false;
    }
    String id = attested.assertion().keyId();
    Passkey passkey = Passkeys.find(change, id);
    ApproverKey approver = Quorum.key(change, id);
    return passkey != null
        && passkey.isOwned()
        && passkey.ownerId().equals(presence.callerId())
        && (approver == null || !approver.tenantId().equals(run.head().tenantId()));
  }

  private static boolean isPresent(Change change, Judgement judged, SentDecision resolution) {
    VerifiedAssertion attested = Objects.requireNonNull(resolution.attested());
    GatePolicy policy = judged.policy();
    return !policy.signatureRequired()
        && attested.genuine()
        && attested.approvalId().equals(judged.gate().id())
        && attested.approve() == resolution.allow()
        && !isOfOtherWording(attested, (Approval) judged.gate())
        && isInTime(attested.assertion(), policy.longestAssertionMs(true), change.latestMs())
        && isNoted(change, attested);
  }

  /** The counter of a passkey is kept with what it decides; one that did not rise is a copy. */
  private static boolean isNoted(Change change, VerifiedAssertion attested) {
    VerifiedAssertion.Presence presence = attested.presence();
    return attested.assertion().algorithm() != Algorithm.WEBAUTHN
        || (presence != null
            && Passkeys.note(change, attested.assertion().keyId(), presence.use()));
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
    long longestMs = Math.min(limitMs, policy.longestAssertionMs(assertion.bindsWording()));
    return assertion.version() >= policy.assertionVersion()
        && key.tenantId().equals(run.head().tenantId())
        && key.algorithm() == assertion.algorithm()
        && key.isGoodAt(latestMs)
        && isInTime(assertion, longestMs, latestMs);
  }

  private static boolean isInTime(Assertion assertion, long longestMs, long latestMs) {
    long second = Math.floorDiv(latestMs, SECOND);
    return second < assertion.exp()
        && (longestMs == Long.MAX_VALUE || assertion.exp() - second <= longestMs / SECOND);
  }
}
