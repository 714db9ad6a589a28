package dev.holdpoint.store.doc;

/** What {@link Shorthand} is made of, for the one who writes and the one who reads. */
final class Signs {
  /** What all shorthand begins with; it tells which list of phrases it was written with. */
  static final char FIRST_LIST = '\u0001';

  /** Two characters of distance, and one of length: what came before comes again. */
  static final char AGAIN = '\u0002';

  /** The next character stands for itself. */
  static final char ITSELF = '\u0003';

  /** Forty characters: sixty-four hexadecimal digits. */
  static final char DIGEST = '\u0004';

  /** Characters that no text has, a byte each: they stand for the first phrases. */
  static final String SHORT =
      "\u0005\u0006\u0007\b\u000b\f\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017"
          + "\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u007f";

  /** From here on a character has two bytes, and stands for one of the other phrases. */
  static final char LONG = '\u0080';

  private static final char BEYOND_LONG = '\u0800';

  /** Phrases beyond that have no character. */
  static final int MOST_PHRASES = SHORT.length() + BEYOND_LONG - LONG;

  static final int PRINTABLE = 95;
  static final int FARTHEST = PRINTABLE * PRINTABLE - 1;
  static final int SHORTEST_AGAIN = 6;
  static final int LONGEST_AGAIN = SHORTEST_AGAIN + PRINTABLE - 1;
  static final int AGAIN_BYTES = 4;

  static final int DIGITS = 64;
  static final int DIGEST_BYTES = 41;
  static final int GROUP = 8;
  static final int BASE = 85;
  static final int GROUP_CHARACTERS = 5;

  static final Phrases PHRASES = Phrases.first();

  private Signs() {}

  /** Whether a character may stand for something else. */
  static boolean isSpecial(char c) {
    return c < ' ' || (c > '~' && c < BEYOND_LONG);
  }

  /** The character of a phrase. */
  static char code(int phrase) {
    return phrase < SHORT.length() ? SHORT.charAt(phrase) : (char) (LONG + phrase - SHORT.length());
  }
}
