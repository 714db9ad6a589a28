package dev.holdpoint.cli;

import java.util.Map;
import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/** How many columns there are for a line, and how many a text takes. */
final class TerminalWidth {
  /** For a terminal that does not say how wide it is. */
  private static final int USUAL = 80;

  private TerminalWidth() {}

  /** Of standard output; unlimited where that is no terminal. */
  static int ofProcess() {
    return of(
        Boolean.getBoolean("holdpoint.stdout.terminal"),
        System.getenv(),
        System.getProperty("holdpoint.stdout.columns"));
  }

  /**
   * @param told what the terminal says, or null
   */
  static int of(boolean terminal, Map<String, String> environment, @Nullable String told) {
    if (!terminal) {
      return Integer.MAX_VALUE;
    }
    int wished = number(environment.get("COLUMNS"));
    int size = number(told);
    return wished > 0 ? wished : size > 0 ? size : USUAL;
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
  }

  static int of(String text) {
    return text.codePoints().map(TerminalWidth::of).sum();
  }

  private static int of(int character) {
    return Math.max(0, WCWidth.wcwidth(character));
  }

  /** The text, or as much of it as fits with an ellipsis behind it. */
  static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int used = 1;
    for (int character : text.codePoints().toArray()) {
      used += of(character);
      if (used > columns) {
        break;
      }
      kept.appendCodePoint(character);
    }
    return kept.append("…").toString();
  }
}
