package dev.holdpoint.core.memory;

/** Long text made short, in whole characters. */
final class Texts {
  private static final int WORD = 64;

  private Texts() {}

  static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isWhitespace(c) && !Character.isISOControl(c)) {
        line.append(c);
      } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
        line.append(' ');
      }
    }
    return line.toString().stripTrailing();
  }

  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, whole(text, most - 1)) + "…";
  }

  /** The first words: a word that was cut in two could hide what it is. */
  static String beginning(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = whole(text, most);
    for (int i = end; i > end - WORD && i > 0; i--) {
      if (Character.isWhitespace(text.charAt(i - 1))) {
        return text.substring(0, i - 1);
      }
    }
    return text.substring(0, end);
  }

  /** The nearest place at or before this one that is between two characters. */
  static int whole(String text, int at) {
    return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
  }
}
