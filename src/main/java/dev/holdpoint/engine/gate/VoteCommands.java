package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalCommand;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.TriageMachine;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.triage.TriageLog;
import org.jspecify.annotations.Nullable;

/** What a person's word asks of an approval: to end it, or to be counted with the others. */
final class VoteCommands {
  private VoteCommands() {}

  /**
   * @param comments what the agent is told of what people said about the request; may be empty
   */
  static ApprovalCommand of(
      Judgement judged,
      SentDecision resolution,
      Decider voice,
      @Nullable String tokenId,
      long nowMs,
      @Nullable String ruleId,
      String comments) {
    Approval approval = (Approval) judged.gate();
    if (resolution.holdMs() > 0 && !endsWhatIsHeld(approval, resolution, voice)) {
      return new ApprovalCommand.Hold(
          new HeldDecision(
              voice.by(),
              tokenId,
              voice.role(),
              resolution.behavior(),
              nowMs,
              HeldDecision.until(nowMs, resolution.holdMs(), approval.expiresAtMs()),
              approval.revision(),
              resolution.sent()),
          resolution.expected());
    }
    ApprovalCommand word =
        resolution.allow()
            ? yes(judged, resolution, voice, nowMs, ruleId)
            : no(judged, resolution, voice, nowMs, comments);
    return resolution.due() && approval.held() != null
        ? new ApprovalCommand.TakeEffect(word)
        : word;
  }

  /** A no to what another person has allowed waits for nothing. */
  private static boolean endsWhatIsHeld(Approval approval, SentDecision resolution, Decider voice) {
    HeldDecision held = approval.held();
    return held != null
        && !held.isOf(voice.principal())
        && !resolution.allow()
        && resolution.kind() == null;
  }

  /**
   * What others have a word in, and what is signed, is decided at once.
   *
   * @throws dev.holdpoint.core.problem.Refused when it cannot be held
   */
  static void checkHold(
      Change change, Run run, Judgement judged, SentDecision resolution, int index) {
    if (resolution.holdMs() == 0 || !judged.gate().isPending()) {
      return;
    }
    boolean guarded =
        judged.policy().isGuarded()
            || (judged.named() == null && !judged.isPlain())
            || Rulebook.wantsPasskey(change, run, run.call(judged.gate().callId()));
    if (guarded || resolution.attested() != null) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(
              "A decision %s takes effect at once: omit hold_ms. Nothing was resolved."
                  .formatted(guarded ? "that others have a part in" : "with a signature"))
          .at(
              "/resolutions/" + index + "/hold_ms",
              guarded ? "is not possible for this request" : "is not possible with a signature")
          .asException();
    }
    if (TriageLog.of(change, run.head(), judged.gate()).entries()
        >= TriageMachine.MOST_WITH_HOLDS) {
      throw Problem.GATE_LOG_FULL
          .because("The log of this request is full: omit hold_ms. Nothing was resolved.")
          .at("/resolutions/" + index + "/hold_ms", "is not possible for this request any more")
          .asException();
    }
  }

  private static ApprovalCommand yes(
      Judgement judged,
      SentDecision resolution,
      Decider voice,
      long nowMs,
      @Nullable String ruleId) {
    // A rule speaks only where one click of anyone decides.
    boolean several = ruleId == null && !judged.isPlain() && judged.gate().isPending();
    boolean alone =
        !several
            || (Judgement.votes(judged.gate()).isEmpty()
                && judged.policy().yeses() == 1
                && enough(judged, endorsement(resolution, voice, nowMs)));
    if (alone || resolution.updatedInput() != null) {
      return new ApprovalCommand.Allow(
          voice.by(),
          voice.principal(),
          nowMs,
          resolution.expected(),
          resolution.updatedInput(),
          ruleId);
    }
    Endorsement yes = endorsement(resolution, voice, nowMs);
    return new ApprovalCommand.Endorse(yes, resolution.expected(), enough(judged, yes));
  }

  private static Endorsement endorsement(SentDecision resolution, Decider voice, long nowMs) {
    return new Endorsement(voice.by(), voice.principal(), nowMs, resolution.sent(), voice.role());
  }

  private static boolean enough(Judgement judged, Endorsement yes) {
    return judged.with(Judgement.vote(yes)).state() == Standing.State.ALLOWED;
  }

  /** A no ends it where this person has the veto, or where nobody could say yes enough after it. */
  private static ApprovalCommand no(
      Judgement judged, SentDecision resolution, Decider voice, long nowMs, String comments) {
    String words = resolution.reason() == null ? "" : resolution.reason();
    if (!comments.isEmpty()) {
      words = words.isEmpty() ? comments : words + "\n\n" + comments;
    }
    if (voice.right() == Right.OBJECTION) {
      Objection no =
          new Objection(
              voice.by(), voice.principal(), nowMs, words, voice.role(), resolution.sent());
      if (judged.with(Judgement.vote(no)).state() != Standing.State.DENIED) {
        return new ApprovalCommand.Oppose(no, resolution.expected());
      }
    }
    return new ApprovalCommand.Deny(
        voice.by(), voice.principal(), nowMs, resolution.expected(), words, resolution.kind());
  }

  /** The place of the policy that the deciding yes filled, in words; null where there is none. */
  static @Nullable String term(Judgement judged, Decider voice, ApprovalEvent event) {
    NamedPolicy named = judged.named();
    boolean yes =
        event instanceof ApprovalEvent.Allowed || event instanceof ApprovalEvent.AllowedByAll;
    return named == null || !yes ? null : judged.now().term(voice.principal(), voice.role());
  }
}
