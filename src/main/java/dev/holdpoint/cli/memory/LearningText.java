package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Paint;
import java.io.PrintWriter;

/** A learning as people read it. */
final class LearningText {
  private LearningText() {}

  static void print(LearningView learning, PrintWriter out, Paint paint) {
    new Facts(out, paint)
        .line("learning", learning.learningId())
        .line("kind", Wire.name(learning.kind()).replace('_', ' '))
        .line("scope", ScopeText.of(learning.scope()))
        .line("content", learning.content())
        .line("sensitivity", Wire.name(learning.sensitivity()))
        .line("tier", Wire.name(learning.publishTier()))
        .line("decision", Wire.name(learning.policyDecision()))
        .line("verified", Wire.name(learning.verificationStatus()))
        .time("published", learning.publishedAtMs());
  }
}
