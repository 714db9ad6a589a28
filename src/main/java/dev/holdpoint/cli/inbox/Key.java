package dev.holdpoint.cli.inbox;

/** A key, whatever bytes the terminal sends for it. */
sealed interface Key {
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
}
