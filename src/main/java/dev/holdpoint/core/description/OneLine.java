package dev.holdpoint.core.description;

import dev.holdpoint.core.rendering.ShownText;

/** Texts as they stand in one line, with what hides spelled out. */
final class OneLine {
  static final String BETWEEN = " · ";

  private OneLine() {}

  /** At most so many characters of it; white space is folded. */
  static String of(String text, int most) {
    StringBuilder out = new StringBuilder();
    boolean blank = false;
    // What is spelled out is longer than what it stands for, never shorter than a quarter of it.
    int enough = Math.min(text.length(), most * 4 + 64);
    int at = 0;
    while (at < text.length() && out.length() < enough) {
      char c = text.charAt(at++);
      if (c == ' ' || c == '\t' || c == '\n' || (c == '\r' && isLineEnd(text, at))) {
        blank = !out.isEmpty();
        continue;
      }
      if (blank) {
        out.append(' ');
        blank = false;
      }
      out.append(c);
    }
    if (!out.isEmpty()
        && at < text.length()
        && Character.isHighSurrogate(out.charAt(out.length() - 1))) {
      out.setLength(out.length() - 1);
    }
    String spelled = ShownText.spelled(out.toString());
    return cut(at < text.length() && spelled.length() <= most ? spelled + "…" : spelled, most);
  }

  private static boolean isLineEnd(String text, int at) {
    return at == text.length() || text.charAt(at) == '\n';
  }

  /** Half a character is none. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
    return text.substring(0, end).stripTrailing() + "…";
  }

  /** Whether it begins as an object or a list does; words in brackets are words. */
  static boolean isJson(String text) {
    String bare = text.strip();
    char first = bare.isEmpty() ? ' ' : bare.charAt(0);
    String behind = bare.isEmpty() ? "" : bare.substring(1).stripLeading();
    return (first == '{' && (behind.isEmpty() || "\"}".indexOf(behind.charAt(0)) >= 0))
        || (first == '[' && (behind.isEmpty() || "\"{[]".indexOf(behind.charAt(0)) >= 0));
  }

  /** How many lines; an end of line at the end begins none. */
  static int lines(String text) {
    int count = text.isEmpty() || text.endsWith("\n") ? 0 : 1;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      count++;
    }
    return count;
  }

  /** The first line that is not blank; empty where all are. */
  static String first(String text) {
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int to = end < 0 ? text.length() : end;
      if (!text.substring(from, to).isBlank()) {
        return text.substring(from, to).strip();
      }
      from = to + 1;
    }
    return "";
  }
}
