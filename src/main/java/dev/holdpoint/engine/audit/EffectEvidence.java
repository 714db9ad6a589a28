package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a person said of an effect that left no result, and of which execution. That its deadline
 * passed, or that it was withdrawn, is nobody's word.
 */
final class EffectEvidence {
  private EffectEvidence() {}

  static void follow(Change change, @Nullable Run before, Run after) {
    for (Question now : after.questions()) {
      UncertainEffect effect = now.effect();
      Question earlier = before == null ? null : before.question(now.id()).orElse(null);
      if (effect != null && earlier != null && earlier.isPending() && !now.isPending()) {
        answered(change, after, now, effect);
      }
    }
  }

  private static void answered(Change change, Run run, Question question, UncertainEffect effect) {
    UncertainEffect.Word word = UncertainEffect.said(question);
    if (word != null) {
      tell(change, run, question, effect, word.resolved().wire(), word.note());
    } else if (question.state() instanceof QuestionState.Cancelled cancelled) {
      tell(change, run, question, effect, cancelled.behavior(), cancelled.justification());
    }
  }

  private static void tell(
      Change change,
      Run run,
      Question question,
      UncertainEffect effect,
      String resolved,
      @Nullable String note) {
    if (!(question.state() instanceof QuestionState.Settled settled)) {
      return;
    }
    Approval approval = run.approvalOf(question.callId()).orElse(null);
    ObjectNode evidence =
        JsonTree.object()
            .put("question_id", question.id())
            .put("run_id", run.id())
            .put("session_id", run.head().sessionId())
            .put("tenant_id", run.head().tenantId())
            .put("tool_call_id", question.callId())
            .put("tool_name", effect.toolName())
            .put("digest", effect.digest())
            .put("attempt", effect.attempt())
            .put("started_at_ms", effect.startedAtMs())
            .put("leftover", effect.leftover())
            .put("resolved", resolved)
            .put("by", settled.by())
            .put("at_ms", settled.atMs());
    if (approval != null) {
      evidence.put("approval_id", approval.id());
    }
    if (effect.node() != null) {
      evidence.put("node", effect.node());
    }
    if (note != null) {
      evidence.put("note_sha256", ChainRecords.sha256(note));
    }
    ChainRecords.record(
        change,
        run,
        new ChainRecords.Entry(
            ActionKind.EFFECT,
            question.id(),
            effect.digest(),
            settled.by(),
            resolved,
            question.callId(),
            approval == null ? null : approval.id()),
        evidence);
  }
}
