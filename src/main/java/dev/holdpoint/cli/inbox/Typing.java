package dev.holdpoint.cli.inbox;

/** A line of text that is being typed. */
final class Typing {
  private static final int LONGEST = 4_000;

  private Typing() {}

  static String after(String text, Key key) {
    return after(text, key, LONGEST);
  }

  static String after(String text, Key key, int longest) {
    return switch (key) {
      case Key.Letter(var letter) when text.length() < longest -> text + Character.toString(letter);
      case Key.Named.BACKSPACE ->
          text.isEmpty() ? text : text.substring(0, text.offsetByCodePoints(text.length(), -1));
      case Key.Named.CLEAR_LINE -> "";
      case Key.Letter _, Key.Named _ -> text;
    };
  }
}
