package dev.holdpoint.agent.provider;

/** Texts that are too long, with a mark where something is missing. */
final class Cut {
  private static final int MARK = 16;

  private Cut() {}

  /** Its beginning and, less of it, its end: what matters is rarely in the middle. */
  static String to(String text, long tokens) {
    if (TokenEstimate.of(text) <= tokens) {
      return text;
    }
    long room = Math.max(0, tokens - MARK);
    int head = TokenEstimate.fitting(text, room * 3 / 4, false);
    int tail = TokenEstimate.fitting(text, room / 4, true);
    // Half a pair is no character.
    if (head > 0 && Character.isHighSurrogate(text.charAt(head - 1))) {
      head--;
    }
    if (tail > 0 && Character.isLowSurrogate(text.charAt(text.length() - tail))) {
      tail--;
    }
    return text.substring(0, head)
        + "\n[%d characters omitted]\n".formatted(text.length() - head - tail)
        + text.substring(text.length() - tail);
  }
}
