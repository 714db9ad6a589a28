package dev.holdpoint.cli;

import dev.holdpoint.core.rendering.ShownText;
import java.util.Locale;

/**
 * Text from elsewhere, made safe to show. What is approved must be what is seen: a control sequence
 * could overwrite it on the screen, and a change of direction could turn it around.
 */
public final class Visible {
  /** What is left of these joins two pictures. */
  private static final int JOINER = 0x200d;

  private Visible() {}

  /** On one line. */
  public static String line(String text) {
    return shown(text, false);
  }

  /** Line breaks stay. */
  public static String lines(String text) {
    return shown(text, true);
  }

  /**
   * JSON text that means the same and is safe to print: its strings may hold what steers a terminal
   * and needs no escape by the rules of JSON.
   */
  public static String json(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n' || !hidden(c)) {
                shown.appendCodePoint(c);
              } else {
                for (char unit : Character.toChars(c)) {
                  shown.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
              }
            });
    return shown.toString();
  }

  /** On one line, and not longer than so many characters. */
  public static String brief(String text, int most) {
    String line = line(text.strip().replaceAll("\\s+", " "));
    return line.codePointCount(0, line.length()) <= most
        ? line
        : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
  }

  /** As the page spells it, and what moves the cursor as well. */
  private static String shown(String text, boolean breaks) {
    StringBuilder shown = new StringBuilder(text.length());
    ShownText.spelled(text)
        .codePoints()
        .forEach(
            c -> {
              if (c == '\n') {
                shown.append(breaks ? "\n" : "⟨LF⟩");
              } else if (c == '\t') {
                shown.append("⟨TAB⟩");
              } else if (c != JOINER && hidden(c)) {
                shown.append(String.format(Locale.ROOT, "⟨U+%04X⟩", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }

  private static boolean hidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
