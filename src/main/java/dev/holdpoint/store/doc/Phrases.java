package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What documents have in common. The list is read with each document that was written with it, so
 * it is never changed: a better one would be another list, under another number.
 */
final class Phrases {
  private static final String FIRST = "phrases-1.txt";

  /** By how many characters a phrase is found; none is shorter. */
  static final int KEY = 4;

  /** By how many a longer one is, as many begin alike. */
  private static final int LONG_KEY = 8;

  private static final int PLACES = 4096;
  private static final int ASCII = 128;

  private final String[] phrases;

  /** Those that begin with the characters of this hash, the longest first. */
  private final int[][] longer = new int[PLACES][];

  private final int[][] shorter = new int[PLACES][];

  /** With which two characters phrases begin: most places are passed over by a look at these. */
  private final boolean[] begins = new boolean[ASCII * ASCII];

  private Phrases(List<String> phrases) {
    this.phrases = phrases.toArray(String[]::new);
    for (int i = 0; i < this.phrases.length; i++) {
      String phrase = this.phrases[i];
      begins[phrase.charAt(0) * ASCII + phrase.charAt(1)] = true;
      if (phrase.length() < LONG_KEY) {
        add(shorter, place(phrase, 0, KEY), i);
      } else {
        add(longer, place(phrase, 0, LONG_KEY), i);
      }
    }
  }

  private void add(int[][] places, int place, int phrase) {
    int[] there = places[place];
    if (there == null) {
      places[place] = new int[] {phrase};
      return;
    }
    int[] more = Arrays.copyOf(there, there.length + 1);
    int at = there.length;
    while (at > 0 && phrases[more[at - 1]].length() < phrases[phrase].length()) {
      more[at] = more[at - 1];
      at--;
    }
    more[at] = phrase;
    places[place] = more;
  }

  static Phrases first() {
    try (InputStream in = Phrases.class.getResourceAsStream(FIRST)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + FIRST);
      }
      return new Phrases(new String(in.readAllBytes(), UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int count() {
    return phrases.length;
  }

  String text(int phrase) {
    return phrases[phrase];
  }

  /** The longest that stands in the text there, or -1. */
  int at(String text, int at) {
    int left = text.length() - at;
    if (left < KEY || !mayBegin(text.charAt(at), text.charAt(at + 1))) {
      return -1;
    }
    int found = left < LONG_KEY ? -1 : at(text, at, longer[place(text, at, LONG_KEY)]);
    return found >= 0 ? found : at(text, at, shorter[place(text, at, KEY)]);
  }

  private boolean mayBegin(char first, char second) {
    return first < ASCII && second < ASCII && begins[first * ASCII + second];
  }

  private int at(String text, int at, int @Nullable [] there) {
    if (there != null) {
      for (int phrase : there) {
        if (text.startsWith(phrases[phrase], at)) {
          return phrase;
        }
      }
    }
    return -1;
  }

  private static int place(String text, int at, int count) {
    int hash = 0;
    for (int i = 0; i < count; i++) {
      hash = hash * 31 + text.charAt(at + i);
    }
    return (hash * 0x9E3779B1) >>> 20;
  }
}
