package dev.holdpoint.cli.connect;

import dev.holdpoint.cli.WireNames;
import java.util.Locale;

/** The words of a choice as flags have them, with hyphens. */
final class QuotedWords {
  private QuotedWords() {}

  static final class OfScope extends WireNames<Scope> {
    OfScope() {
      super(Scope.class, QuotedWords::word);
    }
  }

  static final class OfEvent extends WireNames<HookEvent> {
    OfEvent() {
      super(HookEvent.class, QuotedWords::word);
    }
  }

  private static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
