package dev.holdpoint.store.doc;

import dev.holdpoint.engine.port.failure.Damaged;
import java.util.Arrays;

/**
 * A document in fewer bytes. Most of it is what nearly all documents have, names of members above
 * all: that stands in {@link Phrases}, and here as one character. What has come before in the same
 * document is pointed to, and a digest is written in a higher base. It remains text, so both
 * databases take it where a document stands, and what people have written is found in it as it is.
 *
 * <p>A document that gets no shorter stays as it is. None begins like shorthand, so those of before
 * are told apart.
 */
public final class Shorthand {
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

  /** What is longer is mostly what people and models wrote. */
  static final int LONGEST = 32 * 1024;

  private static final int SHORTEST = 64;

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

  private Shorthand() {}

  /** The same in fewer bytes, where that is possible. */
  public static String of(String document) {
    int length = document.length();
    return length < SHORTEST || length > LONGEST ? document : ShorthandPen.write(document);
  }

  /**
   * A document as it was before it was shortened.
   *
   * @param kind for people: what it is
   * @throws Damaged when it is not what was stored
   */
  public static String read(String kind, String text) {
    return isShort(text) ? new Reader(kind, text).read() : text;
  }

  static boolean isShort(String text) {
    return !text.isEmpty() && text.charAt(0) == FIRST_LIST;
  }

  /** Whether a character may stand for something else. */
  static boolean isSpecial(char c) {
    return c < ' ' || (c > '~' && c < BEYOND_LONG);
  }

  /** The character of a phrase. */
  static char code(int phrase) {
    return phrase < SHORT.length() ? SHORT.charAt(phrase) : (char) (LONG + phrase - SHORT.length());
  }

  private static final class Reader {
    private final String kind;
    private final String text;
    private int at = 1;
    private char[] out;
    private int length;

    Reader(String kind, String text) {
      this.kind = kind;
      this.text = text;
      this.out = new char[Math.min(LONGEST, 4 * text.length())];
    }

    String read() {
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (!isSpecial(c)) {
          put(c);
        } else if (c >= LONG) {
          phrase(SHORT.length() + c - LONG);
        } else if (c == AGAIN) {
          again();
        } else if (c == DIGEST) {
          digest();
        } else if (c == ITSELF) {
          put(next());
        } else if (SHORT.indexOf(c) >= 0) {
          phrase(SHORT.indexOf(c));
        } else {
          put(c);
        }
      }
      return new String(out, 0, length);
    }

    private char next() {
      if (at >= text.length()) {
        throw damaged();
      }
      return text.charAt(at++);
    }

    private int number(int most) {
      int number = next() - ' ';
      if (number < 0 || number >= most) {
        throw damaged();
      }
      return number;
    }

    private void phrase(int number) {
      if (number >= PHRASES.count()) {
        throw damaged();
      }
      String phrase = PHRASES.text(number);
      room(phrase.length());
      phrase.getChars(0, phrase.length(), out, length);
      length += phrase.length();
    }

    private void again() {
      int distance = number(PRINTABLE) * PRINTABLE;
      distance += number(PRINTABLE);
      int count = SHORTEST_AGAIN + number(PRINTABLE);
      if (distance == 0 || distance > length) {
        throw damaged();
      }
      room(count);
      for (int i = 0; i < count; i++) {
        // One by one: it may point to what it writes.
        out[length] = out[length - distance];
        length++;
      }
    }

    private void digest() {
      for (int i = 0; i < DIGITS / GROUP; i++) {
        long number = 0;
        for (int j = 0; j < GROUP_CHARACTERS; j++) {
          int digit = next() - '!';
          if (digit < 0 || digit >= BASE) {
            throw damaged();
          }
          number = number * BASE + digit;
        }
        if (number >>> 32 != 0) {
          throw damaged();
        }
        room(GROUP);
        for (int shift = 28; shift >= 0; shift -= 4) {
          out[length++] = Character.forDigit((int) (number >>> shift) & 0xf, 16);
        }
      }
    }

    private void put(char c) {
      room(1);
      out[length++] = c;
    }

    /** Nothing that was shortened was longer: a damaged one must not take the heap. */
    private void room(int more) {
      if (length + more > LONGEST) {
        throw damaged();
      }
      if (length + more > out.length) {
        out = Arrays.copyOf(out, Math.min(LONGEST, Math.max(2 * out.length, length + more)));
      }
    }

    private Damaged damaged() {
      return Damaged.document(kind, new String(out, 0, length));
    }
  }
}
