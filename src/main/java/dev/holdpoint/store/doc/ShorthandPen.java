package dev.holdpoint.store.doc;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@link Shorthand}. A pen keeps its room between documents: nearly all of them are written
 * one after the other by the thread that commits.
 */
final class ShorthandPen {
  private static final int BITS = 9;
  private static final int PLACES = 1 << BITS;
  private static final int SHIFT = Long.SIZE - BITS;
  private static final long AGAIN_MASK = (1L << (Signs.SHORTEST_AGAIN * Byte.SIZE)) - 1;

  /** Room that is kept; longer documents are rare. */
  private static final int KEPT = 8 * 1024;

  private static final boolean[] IS_WORD = new boolean[Signs.LONG];
  private static final boolean[] IS_HEX = new boolean[Signs.LONG];

  static {
    for (char c = 0; c < Signs.LONG; c++) {
      IS_HEX[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      IS_WORD[c] = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    }
  }

  /** The pen that nobody writes with. */
  private static final AtomicReference<@Nullable ShorthandPen> SPARE = new AtomicReference<>();

  private final Phrases phrases = Signs.PHRASES;

  /** The characters of ASCII, 0 for others, and a word of zeros: this is searched. */
  private byte[] plain = new byte[0];

  private char[] out = new char[0];

  /** Where the six characters with this hash last began, and one more. */
  private final short[] seen = new short[PLACES];

  /** The document where it has other characters than those of ASCII, otherwise empty. */
  private String wide = "";

  private int end;
  private int length;
  private int bytes;

  private ShorthandPen() {}

  /** The same in fewer bytes; the document itself where that is not possible. */
  static String write(String document) {
    ShorthandPen spare = SPARE.getAndSet(null);
    ShorthandPen pen = spare == null ? new ShorthandPen() : spare;
    pen.take(document);
    String written = pen.write() ? new String(pen.out, 0, pen.length) : document;
    pen.wide = "";
    if (pen.out.length <= KEPT) {
      SPARE.set(pen);
    }
    return written;
  }

  private void take(String document) {
    begin(document.length());
    byte[] ascii = Ascii.of(document);
    if (ascii != null) {
      System.arraycopy(ascii, 0, plain, 0, end);
      return;
    }
    wide = document;
    for (int i = 0; i < end; i++) {
      char c = document.charAt(i);
      plain[i] = c < Signs.LONG ? (byte) c : 0;
    }
  }

  private void begin(int size) {
    end = size;
    length = 0;
    bytes = 0;
    if (out.length < size) {
      plain = new byte[size + size / 2 + Phrases.WORD];
      out = new char[size + size / 2];
    }
    Arrays.fill(plain, size, size + Phrases.WORD, (byte) 0);
    Arrays.fill(seen, (short) 0);
  }

  /** False where it gets no shorter. */
  private boolean write() {
    put(Signs.FIRST_LIST, 1);
    int at = 0;
    while (at < end) {
      if (bytes + Signs.DIGEST_BYTES >= end) {
        // Nearly all documents are ASCII, so it had as many bytes as it has characters.
        return false;
      }
      at += step(at);
    }
    return true;
  }

  /** Gives how many characters of the document it has taken. */
  private int step(int at) {
    long word = Ascii.word(plain, at);
    int phrase = phrases.at(plain, at, end, word);
    int from = before(at, word);
    if (phrase >= 0) {
      return phrase(at, phrase, from);
    }
    int again = from < 0 ? 0 : common(from, at);
    if (again > 0) {
      again(at - from, again);
      return again;
    }
    if (isDigest(at)) {
      digest(at);
      return Signs.DIGITS;
    }
    itself(at);
    return IS_WORD[plain[at]] ? 1 + rest(at + 1) : 1;
  }

  /** A phrase, unless what has come before saves more. */
  private int phrase(int at, int phrase, int from) {
    int said = phrases.length(phrase);
    int cost = phrase < Signs.SHORT.length() ? 1 : 2;
    int needed = said - cost + Signs.AGAIN_BYTES + 1;
    if (from >= 0 && isSame(from, at, needed)) {
      int again = common(from, at);
      if (again >= needed) {
        again(at - from, again);
        return again;
      }
    }
    put(Signs.code(phrase), cost);
    return said;
  }

  /** Whether it may be the same for so long, at a look at its end. */
  private boolean isSame(int from, int at, int needed) {
    int last = needed - Phrases.WORD;
    return at + needed <= end
        && (last < 0 || Ascii.word(plain, from + last) == Ascii.word(plain, at + last));
  }

  /**
   * The rest of a word, a number or an id as it is. What begins in the middle of one is rarely
   * worth a search, and most searches would be there.
   */
  private int rest(int from) {
    // It ends at the zeros behind the document at the latest.
    int most = from + Math.max(0, end - Signs.DIGEST_BYTES - bytes);
    int at = from;
    int to = length;
    while (at < most && IS_WORD[plain[at]]) {
      out[to++] = (char) plain[at++];
    }
    length = to;
    bytes += at - from;
    return at - from;
  }

  private void put(char c, int size) {
    out[length++] = c;
    bytes += size;
  }

  /** Where the same six characters may have been before, and from now on here. */
  private int before(int at, long word) {
    if (at + Signs.SHORTEST_AGAIN > end) {
      return -1;
    }
    int place = (int) (((word & AGAIN_MASK) * 0x9E3779B97F4A7C15L) >>> SHIFT);
    int from = seen[place] - 1;
    seen[place] = (short) (at + 1);
    return from >= 0 && at - from <= Signs.FARTHEST ? from : -1;
  }

  private int common(int from, int at) {
    int same = Phrases.common(plain, from, at, Math.min(Signs.LONGEST_AGAIN, end - at));
    if (same < Signs.SHORTEST_AGAIN) {
      return 0;
    }
    return wide.isEmpty() ? same : plainOnly(at, same);
  }

  /** Characters that are none of ASCII look all the same here. */
  private int plainOnly(int at, int same) {
    int known = 0;
    while (known < same && plain[at + known] != 0) {
      known++;
    }
    return known < Signs.SHORTEST_AGAIN ? 0 : known;
  }

  private void again(int distance, int count) {
    put(Signs.AGAIN, 1);
    put((char) (' ' + distance / Signs.PRINTABLE), 1);
    put((char) (' ' + distance % Signs.PRINTABLE), 1);
    put((char) (' ' + count - Signs.SHORTEST_AGAIN), 1);
  }

  /** The byte behind the end is no digit. */
  private boolean isDigest(int at) {
    if (!IS_HEX[plain[at]] || at == 0 || IS_HEX[plain[at - 1]] || at + Signs.DIGITS > end) {
      return false;
    }
    for (int i = Signs.DIGITS - 1; i > 0; i--) {
      if (!IS_HEX[plain[at + i]]) {
        return false;
      }
    }
    return !IS_HEX[plain[at + Signs.DIGITS]];
  }

  private void digest(int at) {
    put(Signs.DIGEST, 1);
    for (int from = at; from < at + Signs.DIGITS; from += Signs.GROUP) {
      long number = 0;
      for (int i = from; i < from + Signs.GROUP; i++) {
        number = number << 4 | (plain[i] <= '9' ? plain[i] - '0' : plain[i] - 'a' + 10);
      }
      for (int i = Signs.GROUP_CHARACTERS - 1; i >= 0; i--) {
        out[length + i] = (char) ('!' + number % Signs.BASE);
        number /= Signs.BASE;
      }
      length += Signs.GROUP_CHARACTERS;
      bytes += Signs.GROUP_CHARACTERS;
    }
  }

  /** Its bytes beyond the first are not counted: the document has them too. */
  private void itself(int at) {
    char c = wide.isEmpty() ? (char) plain[at] : wide.charAt(at);
    if (Signs.isSpecial(c) && c != '\t' && c != '\n' && c != '\r') {
      put(Signs.ITSELF, 1);
    }
    put(c, 1);
  }
}
