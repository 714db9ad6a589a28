package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.Set;

/**
 * Words that a session's agent is told with its next turn, once.
 *
 * @param dropped how many before it went because there were too many
 */
public record Aside(long key, String sessionId, String text, int dropped) implements StoredRecord {
  public static final String PREFIX = "asd_";
  public static final RecordKind<Aside> KIND = RecordKind.uncached(39, Aside.class);

  /** By which the sessions that have any are found. */
  public static final String TERM = "aside";

  /** The most asides that wait in a session; a further one removes the oldest. */
  public static final int MOST = 20;

  private static final String OPENING = "[late] ";

  @Override
  public String group() {
    return sessionId;
  }

  @Override
  public Set<String> terms() {
    return Set.of(TERM);
  }

  public Aside dropping(int more) {
    return new Aside(key, sessionId, text, dropped + more);
  }

  /** As it is told. */
  public String told() {
    String all = OPENING + text;
    return switch (dropped) {
      case 0 -> all;
      case 1 -> OPENING + "One earlier message was left out.\n" + all;
      default -> OPENING + dropped + " earlier messages were left out.\n" + all;
    };
  }

  /** Whether a text is one that was told like this. */
  public static boolean isOne(String text) {
    return text.startsWith(OPENING);
  }
}
