package dev.holdpoint.cli.inbox;

/** A key, whatever bytes the terminal sends for it. */
sealed interface Key {
  /** The longest text that is typed. */
  int LONGEST = 4_000;

  /** A character, perhaps of a word. */
  record Letter(int codePoint) implements Key {}

  /** A key without a character. */
  enum Named implements Key {
    UP,
    DOWN,
    LEFT,
    RIGHT,
    PAGE_UP,
    PAGE_DOWN,
    ENTER,
    ESCAPE,
    BACKSPACE,
    CLEAR_LINE,
    /** One that means nothing here. */
    OTHER
  }

  static Key letter(char c) {
    return new Letter(c);
  }

  /** What a text that is being typed is after this key. */
  default String after(String text) {
    return after(text, LONGEST);
  }

  default String after(String text, int longest) {
    return switch (this) {
      case Letter(var letter) when text.length() < longest -> text + Character.toString(letter);
      case Named.BACKSPACE ->
          text.isEmpty() ? text : text.substring(0, text.offsetByCodePoints(text.length(), -1));
      case Named.CLEAR_LINE -> "";
      case Letter _, Named _ -> text;
    };
  }
}
