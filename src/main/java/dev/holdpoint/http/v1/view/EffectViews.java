package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.gate.EffectBodies.EffectView;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.http.v1.call.JsonNodes;
import org.jspecify.annotations.Nullable;

/** Calls that left no result, as the questions about them show them. */
public final class EffectViews {
  private EffectViews() {}

  /** Null for a question about anything else. */
  public static @Nullable EffectView of(Question question) {
    UncertainEffect effect = question.effect();
    return effect == null
        ? null
        : new EffectView(
            question.callId(),
            effect.toolName(),
            JsonNodes.of(effect.input()),
            effect.digest(),
            effect.startedAtMs(),
            effect.node(),
            effect.attempt(),
            effect.leftover(),
            effect.permitId());
  }

  static @Nullable String purpose(Question question) {
    return question.effect() == null ? null : UncertainEffect.PURPOSE;
  }

  /** What its deadline does; the other where it is about anything else. */
  static @Nullable AppliedEnding or(Question question, @Nullable AppliedEnding other) {
    if (question.effect() == null) {
      return other;
    }
    return question.isPending() && question.expiresAtMs() != null ? AppliedEnding.INTERRUPT : null;
  }
}
