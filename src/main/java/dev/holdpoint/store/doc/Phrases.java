package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What documents have in common. The list is read with each document that was written with it, so
 * it is never changed: a better one would be another list, under another number.
 *
 * <p>A text is searched as bytes, eight of them at a look, since a document is searched at nearly
 * every character: {@link Ascii#word} gives the eight that begin somewhere, the first one lowest.
 */
final class Phrases {
  private static final String FIRST = "phrases-1.txt";

  /** By how many characters a phrase is found; none is shorter. */
  static final int KEY = 4;

  /** A phrase of so many characters is found by all of them. */
  static final int WORD = Ascii.WORD;

  private static final int BITS = 11;
  private static final int LAST = (1 << BITS) - 1;
  private static final int INT_HASH = 0x9E3779B1;
  private static final long LONG_HASH = 0x9E3779B97F4A7C15L;

  private final String[] texts;
  private final short[] lengths;

  /** All phrases, one behind the other, and a word of zeros. */
  private final byte[] all;

  private final int[] starts;

  /** Hash tables: how phrases begin, by four characters and by eight; 0 where a place is free. */
  private final int[] beginnings = new int[LAST + 1];

  private final long[] words = new long[LAST + 1];

  /** Of each place the phrases that begin so, the longest first: part of {@link #sorted}. */
  private final Range shorter = new Range();

  private final Range longer = new Range();

  /** All phrases, those that begin alike beside each other. */
  private final short[] sorted;

  /** A phrase that is shorter than a word, and which bytes of a word it covers. */
  private final long[] shortWords;

  private final long[] masks;

  private static final class Range {
    final short[] from = new short[LAST + 1];
    final short[] to = new short[LAST + 1];

    void add(int place, int at) {
      if (to[place] == 0) {
        from[place] = (short) at;
      }
      to[place] = (short) (at + 1);
    }
  }

  private Phrases(List<String> list) {
    texts = list.toArray(String[]::new);
    int count = texts.length;
    lengths = new short[count];
    starts = new int[count];
    shortWords = new long[count];
    masks = new long[count];
    sorted = new short[count];
    all = (String.join("", list) + "\0".repeat(WORD)).getBytes(US_ASCII);
    int start = 0;
    for (int i = 0; i < count; i++) {
      lengths[i] = (short) texts[i].length();
      starts[i] = start;
      start += lengths[i];
      masks[i] = lengths[i] < WORD ? (1L << (lengths[i] * Byte.SIZE)) - 1 : -1L;
      shortWords[i] = Ascii.word(all, starts[i]) & masks[i];
    }
    sort(list);
  }

  private void sort(List<String> list) {
    List<Integer> order =
        IntStream.range(0, list.size())
            .boxed()
            .sorted(
                Comparator.comparing((Integer i) -> begins(list.get(i)))
                    .thenComparingInt(i -> -list.get(i).length()))
            .toList();
    for (int at = 0; at < order.size(); at++) {
      int phrase = order.get(at);
      sorted[at] = (short) phrase;
      int beginning = know((int) shortWords[phrase]);
      if (lengths[phrase] < WORD) {
        shorter.add(beginning, at);
      } else {
        longer.add(know(shortWords[phrase]), at);
      }
    }
  }

  /** Of a long one a word, of the others only what all that begin there have in common. */
  private static String begins(String phrase) {
    return phrase.substring(0, phrase.length() < WORD ? KEY : WORD);
  }

  private int know(int key) {
    int place = place(key);
    while (beginnings[place] != key && beginnings[place] != 0) {
      place = (place + 1) & LAST;
    }
    beginnings[place] = key;
    return place;
  }

  private int know(long key) {
    int place = place(key);
    while (words[place] != key && words[place] != 0) {
      place = (place + 1) & LAST;
    }
    words[place] = key;
    return place;
  }

  private static int place(int key) {
    return (key * INT_HASH) >>> (Integer.SIZE - BITS);
  }

  private static int place(long key) {
    return (int) ((key * LONG_HASH) >>> (Long.SIZE - BITS));
  }

  static Phrases first() {
    try (InputStream in = Phrases.class.getResourceAsStream(FIRST)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + FIRST);
      }
      return new Phrases(new String(in.readAllBytes(), US_ASCII).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int count() {
    return texts.length;
  }

  String text(int phrase) {
    return texts[phrase];
  }

  int length(int phrase) {
    return lengths[phrase];
  }

  /**
   * How many bytes are the same from two places on.
   *
   * @param text with at least a word behind all that is compared
   */
  static int common(byte[] text, int from, int at, int most) {
    int same = 0;
    while (same < most) {
      long other = Ascii.word(text, from + same) ^ Ascii.word(text, at + same);
      if (other != 0) {
        return Math.min(most, same + Long.numberOfTrailingZeros(other) / Byte.SIZE);
      }
      same += WORD;
    }
    return most;
  }

  /**
   * The longest that stands in the text there, or -1.
   *
   * @param text with at least a word of zeros behind its end
   * @param word that begins there
   */
  int at(byte[] text, int at, int end, long word) {
    int key = (int) word;
    int place = place(key);
    while (beginnings[place] != key) {
      if (beginnings[place] == 0) {
        return -1;
      }
      place = (place + 1) & LAST;
    }
    int found = longer(text, at, end, word);
    return found >= 0 ? found : shorter(place, word);
  }

  private int longer(byte[] text, int at, int end, long word) {
    int place = place(word);
    while (words[place] != word) {
      if (words[place] == 0) {
        return -1;
      }
      place = (place + 1) & LAST;
    }
    int to = longer.to[place];
    for (int i = longer.from[place]; i < to; i++) {
      int phrase = sorted[i];
      if (lengths[phrase] <= end - at && is(phrase, text, at)) {
        return phrase;
      }
    }
    return -1;
  }

  /** The first word is known to be the same. */
  private boolean is(int phrase, byte[] text, int at) {
    int start = starts[phrase];
    int length = lengths[phrase];
    int same = WORD;
    while (same + WORD <= length) {
      if (Ascii.word(all, start + same) != Ascii.word(text, at + same)) {
        return false;
      }
      same += WORD;
    }
    int left = length - same;
    return left == 0
        || (Ascii.word(all, start + same) ^ Ascii.word(text, at + same))
                << ((WORD - left) * Byte.SIZE)
            == 0;
  }

  private int shorter(int place, long word) {
    int to = shorter.to[place];
    for (int i = shorter.from[place]; i < to; i++) {
      int phrase = sorted[i];
      if ((word & masks[phrase]) == shortWords[phrase]) {
        return phrase;
      }
    }
    return -1;
  }
}
