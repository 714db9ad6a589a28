package dev.holdpoint.cli;

import java.util.Locale;

/**
 * Text from elsewhere, made safe to show. What is approved must be what is seen: a control sequence
 * could overwrite it on the screen, and a change of direction could turn it around.
 */
final class Visible {
  private Visible() {}

  /** On one line. */
  static String line(String text) {
    return shown(text, false);
  }

  /** Line breaks stay. */
  static String lines(String text) {
    return shown(text, true);
  }

  private static String shown(String text, boolean breaks) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n' && breaks) {
                shown.append('\n');
              } else if (hidden(c)) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
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
