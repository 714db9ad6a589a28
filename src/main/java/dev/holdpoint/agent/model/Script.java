package dev.holdpoint.agent.model;

/** A cursor over the lines of a script. It looks at no line before that line's turn has come. */
final class Script {
  private static final String FIRST_LINE = "#!script";
  private static final String SLEEP = "\"sleep_ms\"";

  private final String text;
  private int start;
  private int end;
  private int number = 1;

  Script(String text) {
    this.text = text;
    this.end = FIRST_LINE.length();
  }

  static boolean isScript(String text) {
    return text.startsWith(FIRST_LINE)
        && (text.length() == FIRST_LINE.length() || text.charAt(FIRST_LINE.length()) == '\n');
  }

  /** Passes over the lines of turns that were taken before, and the sleeps between them. */
  void skipTurns(int turns) {
    int left = turns;
    while (left > 0 && advance()) {
      if (!isSleep(text, start, end)) {
        left--;
      }
    }
  }

  /** Goes to the next line that is not blank. */
  boolean advance() {
    while (end < text.length()) {
      start = end + 1;
      int next = text.indexOf('\n', start);
      end = next < 0 ? text.length() : next;
      number++;
      if (!isBlank(start, end)) {
        return true;
      }
    }
    return false;
  }

  boolean hasMore() {
    return !isBlank(end, text.length());
  }

  String line() {
    return text.substring(start, end);
  }

  /** As an editor counts: the line that says it is a script is line 1. */
  int lineNumber() {
    return number;
  }

  private boolean isBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!Character.isWhitespace(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A sleep takes no turn, so lines passed over must be told apart without parsing them. Only a
   * line that begins this way is one; {@link ScriptLine} holds to the same test.
   */
  static boolean isSleep(String text, int from, int to) {
    int i = skipBlank(text, from, to);
    if (i >= to || text.charAt(i) != '{') {
      return false;
    }
    i = skipBlank(text, i + 1, to);
    return i + SLEEP.length() <= to && text.startsWith(SLEEP, i);
  }

  private static int skipBlank(String text, int from, int to) {
    int i = from;
    while (i < to && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i;
  }
}
