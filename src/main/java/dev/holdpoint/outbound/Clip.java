package dev.holdpoint.outbound;

/** Text for receivers that take only so much of it. */
final class Clip {
  private static final String MARK = "\n… (cut)";

  private Clip() {}

  /** The text, or as much of it as fits before a mark that says so. */
  static String to(int most, String text) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - MARK.length();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + MARK;
  }

  /**
   * As Slack wants it, with what would be markup written out: a text that an agent wrote must not
   * call everybody in the channel or show one link as another.
   */
  static String forSlack(int most, String text) {
    String escaped = escape(text);
    if (escaped.length() <= most) {
      return escaped;
    }
    int room = most - MARK.length();
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      String part = escape(Character.toString(character));
      if (kept.length() + part.length() > room) {
        break;
      }
      kept.append(part);
      i += Character.charCount(character);
    }
    return kept + MARK;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
