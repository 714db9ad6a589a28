package dev.holdpoint.core.policy;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the policy makes of the votes now. It is computed and never stored.
 *
 * @param policy null where no named policy matches
 * @param stage the last stage that is open, from 1
 * @param votes the last word of each person, the oldest first
 * @param missing the alternatives of all open stages; empty unless it is undecided
 * @param next what comes by itself; null when nothing does
 */
public record Standing(
    State state,
    @Nullable NamedPolicy policy,
    int stage,
    int stages,
    List<Vote> votes,
    List<List<Missing>> missing,
    @Nullable Next next,
    OnExpiry onExpiry) {
  /** How many people are named; the others are counted. */
  public static final int MOST_NAMED = 20;

  /** What the votes amount to. */
  public enum State {
    UNDECIDED,
    ALLOWED,
    DENIED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What happens to a gate by itself. */
  public enum What {
    STAGE,
    EXTEND,
    EXPIRE;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Yeses that are missing.
   *
   * @param of the people in words: {@code finance or ada}
   * @param people of them those who may say yes now and have not voted, by name
   * @param more how many of these are not named
   */
  public record Missing(int count, String of, List<String> people, int more) {}

  /**
   * The next moment of the gate.
   *
   * @param to the people of the next stage, in words; null where no stage comes
   * @param unseen whether it comes only because nobody who may act looks
   */
  public record Next(What what, long atMs, @Nullable String to, boolean unseen) {}

  /** One line for every surface. */
  public String summary(long nowMs) {
    return StandingWords.summary(this, nowMs);
  }
}
