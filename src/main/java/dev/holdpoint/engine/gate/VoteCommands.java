package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.ApprovalCommand;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.engine.standing.Judgement;
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
      long nowMs,
      @Nullable String ruleId,
      String comments) {
    return resolution.allow()
        ? yes(judged, resolution, voice, nowMs, ruleId)
        : no(judged, resolution, voice, nowMs, comments);
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
          voice.by(), nowMs, resolution.expected(), resolution.updatedInput(), ruleId);
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
        voice.by(), nowMs, resolution.expected(), words, resolution.kind());
  }

  /** The place of the policy that the deciding yes filled, in words; null where there is none. */
  static @Nullable String term(Judgement judged, Decider voice, ApprovalEvent event) {
    NamedPolicy named = judged.named();
    boolean yes =
        event instanceof ApprovalEvent.Allowed || event instanceof ApprovalEvent.AllowedByAll;
    return named == null || !yes ? null : judged.now().term(voice.principal(), voice.role());
  }
}
