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
  /** What is longer is mostly what people and models wrote. */
  static final int LONGEST = 32 * 1024;

  private static final int SHORTEST = 64;

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
    return !text.isEmpty() && text.charAt(0) == Signs.FIRST_LIST;
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
        if (!Signs.isSpecial(c)) {
          put(c);
        } else if (c >= Signs.LONG) {
          phrase(Signs.SHORT.length() + c - Signs.LONG);
        } else if (c == Signs.AGAIN) {
          again();
        } else if (c == Signs.DIGEST) {
          digest();
        } else if (c == Signs.ITSELF) {
          put(next());
        } else if (Signs.SHORT.indexOf(c) >= 0) {
          phrase(Signs.SHORT.indexOf(c));
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
      if (number >= Signs.PHRASES.count()) {
        throw damaged();
      }
      String phrase = Signs.PHRASES.text(number);
      room(phrase.length());
      phrase.getChars(0, phrase.length(), out, length);
      length += phrase.length();
    }

    private void again() {
      int distance = number(Signs.PRINTABLE) * Signs.PRINTABLE;
      distance += number(Signs.PRINTABLE);
      int count = Signs.SHORTEST_AGAIN + number(Signs.PRINTABLE);
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
      for (int i = 0; i < Signs.DIGITS / Signs.GROUP; i++) {
        long number = 0;
        for (int j = 0; j < Signs.GROUP_CHARACTERS; j++) {
          int digit = next() - '!';
          if (digit < 0 || digit >= Signs.BASE) {
            throw damaged();
          }
          number = number * Signs.BASE + digit;
        }
        if (number >>> 32 != 0) {
          throw damaged();
        }
        room(Signs.GROUP);
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
