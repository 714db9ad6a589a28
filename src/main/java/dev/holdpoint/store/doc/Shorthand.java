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
  private static final char FIRST_LIST = '\u0001';

  /** Two characters of distance, and one of length: what came before comes again. */
  private static final char AGAIN = '\u0002';

  /** The next character stands for itself. */
  private static final char ITSELF = '\u0003';

  /** Forty characters: sixty-four hexadecimal digits. */
  private static final char DIGEST = '\u0004';

  /** Characters that no text has, a byte each: they stand for the first phrases. */
  private static final String SHORT =
      "\u0005\u0006\u0007\b\u000b\f\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017"
          + "\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u007f";

  /** From here on a character has two bytes, and stands for one of the other phrases. */
  private static final char LONG = '\u0080';

  private static final char BEYOND_LONG = '\u0800';

  /** Phrases beyond that have no character. */
  static final int MOST_PHRASES = SHORT.length() + BEYOND_LONG - LONG;

  /** What is longer is mostly what people and models wrote. */
  static final int LONGEST = 32 * 1024;

  private static final int SHORTEST = 64;

  private static final int PRINTABLE = 95;
  private static final int FARTHEST = PRINTABLE * PRINTABLE - 1;
  private static final int SHORTEST_AGAIN = 6;
  private static final int LONGEST_AGAIN = SHORTEST_AGAIN + PRINTABLE - 1;
  private static final int AGAIN_BYTES = 4;

  private static final int DIGITS = 64;
  private static final int DIGEST_BYTES = 41;
  private static final int GROUP = 8;
  private static final int BASE = 85;
  private static final int GROUP_CHARACTERS = 5;

  private static final Phrases PHRASES = Phrases.first();

  private Shorthand() {}

  /** The same in fewer bytes, where that is possible. */
  public static String of(String document) {
    int length = document.length();
    return length < SHORTEST || length > LONGEST ? document : new Pen(document).write();
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

  private static final class Pen {
    private static final int BITS = 9;
    private static final int PLACES = 1 << BITS;
    private static final int SHIFT = Long.SIZE - BITS;
    private static final long AGAIN_MASK = (1L << (SHORTEST_AGAIN * Byte.SIZE)) - 1;

    private final String text;
    private final int end;

    /** The characters of ASCII, 0 for others, and a word of zeros: this is searched. */
    private final byte[] plain;

    private final char[] out;
    private int length;
    private int bytes;

    /** Where the six characters with this hash last began, and one more. */
    private final short[] seen = new short[PLACES];

    Pen(String text) {
      this.text = text;
      this.end = text.length();
      this.out = new char[end];
      text.getChars(0, end, out, 0);
      this.plain = new byte[end + Phrases.WORD];
      for (int i = 0; i < end; i++) {
        plain[i] = out[i] < LONG ? (byte) out[i] : 0;
      }
    }

    String write() {
      put(FIRST_LIST, 1);
      int at = 0;
      while (at < end) {
        if (bytes + DIGEST_BYTES >= end) {
          // Nearly all documents are ASCII, so it had as many bytes as it has characters.
          return text;
        }
        at += step(at);
      }
      return new String(out, 0, length);
    }

    /** Gives how many characters of the document it has taken. */
    private int step(int at) {
      long word = Phrases.word(plain, at);
      int phrase = PHRASES.at(plain, at, word);
      int said = phrase < 0 ? 0 : PHRASES.length(phrase);
      int cost = phrase < SHORT.length() ? 1 : 2;
      int from = before(at, word);
      int again = from < 0 ? 0 : common(from, at);
      if (again - AGAIN_BYTES > said - cost) {
        again(at - from, again);
        return again;
      }
      if (phrase >= 0) {
        put(phrase < SHORT.length() ? SHORT.charAt(phrase) : code(phrase), cost);
        return said;
      }
      if (isDigest(at)) {
        digest(at);
        return DIGITS;
      }
      itself(text.charAt(at));
      return 1 + rest(at);
    }

    /**
     * The rest of a word, a number or an id as it is. What begins in the middle of one is rarely
     * worth a search, and most searches would be there.
     */
    private int rest(int at) {
      int next = at;
      if (isWord(plain[at])) {
        next++;
        while (isWord(plain[next]) && bytes + DIGEST_BYTES < end) {
          put((char) plain[next], 1);
          next++;
        }
        next--;
      }
      return next - at;
    }

    private static boolean isWord(byte c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    }

    private static char code(int phrase) {
      return (char) (LONG + phrase - SHORT.length());
    }

    private void put(char c, int size) {
      out[length++] = c;
      bytes += size;
    }

    /** Where the same six characters may have been before, and from now on here. */
    private int before(int at, long word) {
      if (at + SHORTEST_AGAIN > end) {
        return -1;
      }
      int place = (int) (((word & AGAIN_MASK) * 0x9E3779B97F4A7C15L) >>> SHIFT);
      int from = seen[place] - 1;
      seen[place] = (short) (at + 1);
      return from >= 0 && at - from <= FARTHEST ? from : -1;
    }

    private int common(int from, int at) {
      int most = Math.min(LONGEST_AGAIN, end - at);
      int same = 0;
      while (same < most && plain[from + same] == plain[at + same] && plain[at + same] != 0) {
        same++;
      }
      return same < SHORTEST_AGAIN ? 0 : same;
    }

    private void again(int distance, int count) {
      put(AGAIN, 1);
      put((char) (' ' + distance / PRINTABLE), 1);
      put((char) (' ' + distance % PRINTABLE), 1);
      put((char) (' ' + count - SHORTEST_AGAIN), 1);
    }

    /** The byte behind the end is no digit. */
    private boolean isDigest(int at) {
      if (!isHex(plain[at]) || at == 0 || isHex(plain[at - 1]) || at + DIGITS > end) {
        return false;
      }
      for (int i = 1; i < DIGITS; i++) {
        if (!isHex(plain[at + i])) {
          return false;
        }
      }
      return !isHex(plain[at + DIGITS]);
    }

    private static boolean isHex(byte c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    private void digest(int at) {
      put(DIGEST, 1);
      for (int from = at; from < at + DIGITS; from += GROUP) {
        long number = 0;
        for (int i = from; i < from + GROUP; i++) {
          number = number << 4 | (plain[i] <= '9' ? plain[i] - '0' : plain[i] - 'a' + 10);
        }
        for (int i = GROUP_CHARACTERS - 1; i >= 0; i--) {
          out[length + i] = (char) ('!' + number % BASE);
          number /= BASE;
        }
        length += GROUP_CHARACTERS;
        bytes += GROUP_CHARACTERS;
      }
    }

    /** Its bytes beyond the first are not counted: the document has them too. */
    private void itself(char c) {
      if (isSpecial(c) && c != '\t' && c != '\n' && c != '\r') {
        put(ITSELF, 1);
      }
      put(c, 1);
    }
  }

  /** Whether a character may stand for something else. */
  private static boolean isSpecial(char c) {
    return c < ' ' || (c > '~' && c < BEYOND_LONG);
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
