package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.memory.LearningBodies.LearningScopeKind;
import org.jspecify.annotations.Nullable;

/** A scope as it is typed and printed: {@code session:deploys}. */
final class ScopeText {
  static final String FORM = "session:NAME, persona:ID or workspace:default";

  private ScopeText() {}

  static String of(LearningScope scope) {
    return Wire.name(scope.kind()) + ":" + scope.id();
  }

  /** Null when the text names no scope. */
  static @Nullable LearningScope parse(String text) {
    int colon = text.indexOf(':');
    for (LearningScopeKind kind : LearningScopeKind.values()) {
      if (colon > 0
          && colon + 1 < text.length()
          && Wire.name(kind).equals(text.substring(0, colon))) {
        return new LearningScope(kind, text.substring(colon + 1));
      }
    }
    return null;
  }
}
