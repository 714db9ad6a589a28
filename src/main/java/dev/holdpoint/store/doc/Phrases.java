package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * What documents have in common. The list is read with each document that was written with it, so
 * it is never changed: a better one would be another list, under another number.
 *
 * <p>A text is searched as bytes, eight of them at a look, since a document is searched at nearly
 * every character: {@link #word} gives the eight that begin somewhere, the first one lowest.
 */
final class Phrases {
  private static final String FIRST = "phrases-1.txt";

  /** By how many characters a phrase is found; none is shorter. */
  static final int KEY = 4;

  /** Of how many characters a word is; a phrase of so many is found by all of them. */
  static final int WORD = Long.BYTES;

  private static final long KEY_MASK = (1L << (KEY * Byte.SIZE)) - 1;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final String[] texts;
  private final byte[][] phrases;

  /** Phrases shorter than a word by their first four characters: all these begin one. */
  private final Places beginnings = new Places();

  /** Phrases of a word and more by their first eight. */
  private final Places words = new Places();

  private Phrases(List<String> list) {
    texts = list.toArray(String[]::new);
    phrases = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      byte[] phrase = texts[i].getBytes(US_ASCII);
      phrases[i] = phrase;
      long word = word(Arrays.copyOf(phrase, Math.max(WORD, phrase.length)), 0);
      if (phrase.length < WORD) {
        beginnings.add(word & KEY_MASK, i);
      } else {
        beginnings.know(word & KEY_MASK);
        words.add(word, i);
      }
    }
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
    return phrases[phrase].length;
  }

  static long word(byte[] text, int at) {
    return (long) WORDS.get(text, at);
  }

  /**
   * The longest that stands in the text there, or -1.
   *
   * @param text with at least a word of zeros behind its end
   * @param word that begins there
   */
  int at(byte[] text, int at, long word) {
    int beginning = beginnings.of(word & KEY_MASK);
    if (beginning < 0) {
      return -1;
    }
    int found = match(words.phrases(words.of(word)), text, at, WORD);
    return found >= 0 ? found : match(beginnings.phrases(beginning), text, at, KEY);
  }

  private int match(int[] there, byte[] text, int at, int known) {
    for (int number : there) {
      byte[] phrase = phrases[number];
      int same = known;
      while (same < phrase.length && phrase[same] == text[at + same]) {
        same++;
      }
      if (same == phrase.length) {
        return number;
      }
    }
    return -1;
  }

  /** A hash table of what begins with the same characters, the longest first. */
  private final class Places {
    private static final int BITS = 12;
    private static final int LAST = (1 << BITS) - 1;
    private static final int[] NONE = {};

    private final long[] keys = new long[LAST + 1];
    private final int[][] there = new int[LAST + 1][];

    Places() {
      Arrays.fill(there, NONE);
    }

    /** Where this key stands, or -1. No key is zero. */
    int of(long key) {
      int place = place(key);
      while (keys[place] != key) {
        if (keys[place] == 0) {
          return -1;
        }
        place = (place + 1) & LAST;
      }
      return place;
    }

    int[] phrases(int place) {
      return place < 0 ? NONE : there[place];
    }

    int know(long key) {
      int place = place(key);
      while (keys[place] != key && keys[place] != 0) {
        place = (place + 1) & LAST;
      }
      keys[place] = key;
      return place;
    }

    void add(long key, int phrase) {
      int place = know(key);
      int[] before = phrases(place);
      int[] more = Arrays.copyOf(before, before.length + 1);
      int at = before.length;
      while (at > 0 && phrases[more[at - 1]].length < phrases[phrase].length) {
        more[at] = more[at - 1];
        at--;
      }
      more[at] = phrase;
      there[place] = more;
    }

    private static int place(long key) {
      return (int) ((key * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - BITS));
    }
  }
}
