package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.engine.gate.GateDraft.Deadline;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** When a gate stops waiting, as its tool call said it: one instant or one span, never both. */
final class Expiry {
  /** As long as the doors allow. */
  private static final long TEN_YEARS_MS = 10L * 365 * 24 * 3_600_000;

  private static final long END_OF_YEAR_9999_MS = 253_402_300_799_999L;

  private Expiry() {}

  static Deadline of(InputFields input, long nowMs) throws CannotDo {
    Long at = input.optionalLong("expires_at_ms", Long.MIN_VALUE, END_OF_YEAR_9999_MS);
    Long after = after(input);
    if (at != null && after != null) {
      throw new CannotDo("Send either `expires_at_ms` or `expires_after_ms`, not both.");
    }
    if (at != null && at <= nowMs) {
      throw new CannotDo("`expires_at_ms` is %d, which is past (now is %d).".formatted(at, nowMs));
    }
    return new Deadline(at, after);
  }

  static Deadline relative(InputFields input) throws CannotDo {
    return new Deadline(null, after(input));
  }

  /**
   * What the deadline does, in one of the words that the kind of gate has for it.
   *
   * @return null where it is left out
   */
  static @Nullable Applied ending(InputFields input, Applied... known) throws CannotDo {
    return input.word("on_expiry", List.of(known), Applied::wire);
  }

  /** What becomes of an answer that comes too late; null where it is left out. */
  static RequestTerms.@Nullable LateAnswers late(InputFields input) throws CannotDo {
    return input.word(
        "late_answers",
        List.of(RequestTerms.LateAnswers.values()),
        one -> one.name().toLowerCase(Locale.ROOT));
  }

  /** Nobody can say low of their own request; null for normal. */
  static RequestTerms.@Nullable Risk risk(InputFields input) throws CannotDo {
    RequestTerms.Risk said =
        input.word(
            "risk",
            List.of(RequestTerms.Risk.NORMAL, RequestTerms.Risk.HIGH),
            one -> one.name().toLowerCase(Locale.ROOT));
    return said == RequestTerms.Risk.HIGH ? said : null;
  }

  private static @Nullable Long after(InputFields input) throws CannotDo {
    return input.optionalLong("expires_after_ms", 1, TEN_YEARS_MS);
  }
}
