package dev.holdpoint.core.description;

/** The reading of {@code $'…'}, in which a backslash escapes. */
final class ShellQuotes {
  private static final String LETTERS = "abeEfnrtv";
  private static final String CONTROLS = "\u0007\b\u001b\u001b\f\n\r\t\u000b";

  private final String text;
  private final int limit;
  private final StringBuilder out;
  private int at;

  /** A NUL ends the value, not the quotes. */
  private boolean ended;

  private ShellQuotes(String text, int from, int limit, StringBuilder out) {
    this.text = text;
    this.at = from;
    this.limit = limit;
    this.out = out;
  }

  /**
   * Appends the value to {@code out}.
   *
   * @param from behind the opening quote
   * @return the place behind the closing quote
   */
  static int read(String text, int from, int limit, StringBuilder out) {
    ShellQuotes quotes = new ShellQuotes(text, from, limit, out);
    while (quotes.at < limit && text.charAt(quotes.at) != '\'') {
      quotes.next();
    }
    return Math.min(limit, quotes.at + 1);
  }

  private void next() {
    char c = text.charAt(at++);
    if (c != '\\' || at >= limit) {
      append(c);
      return;
    }
    char escaped = text.charAt(at++);
    int letter = LETTERS.indexOf(escaped);
    if (letter >= 0) {
      append(CONTROLS.charAt(letter));
    } else if (escaped >= '0' && escaped <= '7') {
      at--;
      number(8, 3);
    } else if (escaped == 'x') {
      number(16, 2);
    } else if (escaped == 'u' || escaped == 'U') {
      number(16, escaped == 'u' ? 4 : 8);
    } else if (escaped == 'c' && at < limit) {
      append(text.charAt(at++) & 0x1f);
    } else {
      append(escaped);
    }
  }

  private void number(int radix, int most) {
    long value = 0;
    for (int end = Math.min(limit, at + most); at < end; at++) {
      int digit = Character.digit(text.charAt(at), radix);
      if (digit < 0) {
        break;
      }
      value = value * radix + digit;
    }
    append(value <= Character.MAX_CODE_POINT ? (int) value : '?');
  }

  private void append(int c) {
    ended |= c == 0;
    if (!ended) {
      out.appendCodePoint(c);
    }
  }
}
