package dev.holdpoint.core.memory;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The words of a text as a search compares them: without accents, case and width, whatever the
 * script and wherever the daemon runs. The same text has the same terms on every machine.
 *
 * <p>Scripts that put no spaces between words give their characters and each pair of neighbours, so
 * that one character finds a text as well as a word of several does.
 */
public final class Terms {
  /** Enough for every character and every pair of a learning of the greatest length. */
  public static final int MOST = 4_096;

  public static final int MOST_IN_QUERY = 64;

  /** What a query is read of: more says nothing more about what is wanted. */
  private static final int QUERY_CHARS = 4_096;

  private static final int LONGEST = 64;
  private static final int KANA_LENGTHENER = 0x30FC;

  private final Set<String> terms = new LinkedHashSet<>();
  private final boolean query;
  private final int most;

  private Terms(boolean query, int most) {
    this.query = query;
    this.most = most;
  }

  /** All terms that the text can be found by. */
  public static Set<String> of(String text) {
    return new Terms(false, MOST).read(text);
  }

  /**
   * What is looked for. A pair of characters stands for itself: its characters alone would find
   * whatever has one of them.
   */
  public static Set<String> ofQuery(String text) {
    return new Terms(true, MOST_IN_QUERY).read(cut(text));
  }

  private static String cut(String text) {
    return text.length() <= QUERY_CHARS ? text : text.substring(0, QUERY_CHARS);
  }

  private Set<String> read(String text) {
    String folded = folded(text);
    int at = 0;
    while (at < folded.length() && terms.size() < most) {
      int start = at;
      int c = folded.codePointAt(at);
      if (isDense(c)) {
        while (at < folded.length() && isDense(folded.codePointAt(at))) {
          at += Character.charCount(folded.codePointAt(at));
        }
        dense(folded.substring(start, at).codePoints().toArray());
      } else if (isWord(c)) {
        while (at < folded.length() && isSpacedWord(folded.codePointAt(at))) {
          at += Character.charCount(folded.codePointAt(at));
        }
        add(folded.substring(start, at));
      } else {
        at += Character.charCount(c);
      }
    }
    return terms;
  }

  private void dense(int[] run) {
    for (int i = 0; i < run.length; i++) {
      if ((!query || run.length == 1) && Character.isLetterOrDigit(run[i])) {
        add(Character.toString(run[i]));
      }
      if (i + 1 < run.length) {
        add(Character.toString(run[i]) + Character.toString(run[i + 1]));
      }
    }
  }

  private void add(String term) {
    if (terms.size() < most) {
      terms.add(
          term.codePointCount(0, term.length()) <= LONGEST
              ? term
              : term.substring(0, term.offsetByCodePoints(0, LONGEST)));
    }
  }

  /**
   * Lower case of upper case of lower case: so that ß and SS, ς and σ, ı and I come out the same.
   * The last step goes character by character, where Java knows no end of a word.
   */
  static String folded(String text) {
    if (isPlain(text)) {
      return text.toLowerCase(Locale.ROOT);
    }
    String bare = withoutAccents(Normalizer.normalize(text, Normalizer.Form.NFKD));
    StringBuilder folded = new StringBuilder(bare.length());
    bare.toLowerCase(Locale.ROOT)
        .toUpperCase(Locale.ROOT)
        .codePoints()
        .map(Character::toLowerCase)
        .forEach(folded::appendCodePoint);
    // Upper case may have brought marks back; Hangul is put together again.
    return Normalizer.normalize(
        withoutAccents(Normalizer.normalize(folded, Normalizer.Form.NFKD)), Normalizer.Form.NFC);
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String withoutAccents(String decomposed) {
    StringBuilder bare = new StringBuilder(decomposed.length());
    decomposed.codePoints().filter(c -> !isAccent(c)).forEach(bare::appendCodePoint);
    return bare.toString();
  }

  /** In other scripts a mark is a vowel or another sound, and without it a word is another one. */
  private static boolean isAccent(int c) {
    if (Character.getType(c) != Character.NON_SPACING_MARK
        && Character.getType(c) != Character.ENCLOSING_MARK) {
      return false;
    }
    boolean voicesKana = c == 0x3099 || c == 0x309A;
    return !voicesKana
        && switch (UnicodeScript.of(c)) {
          case INHERITED, HEBREW, ARABIC -> true;
          default -> false;
        };
  }

  private static boolean isSpacedWord(int c) {
    return isWord(c) && !isDense(c);
  }

  private static boolean isWord(int c) {
    return Character.isLetterOrDigit(c)
        || switch (Character.getType(c)) {
          case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
          default -> false;
        };
  }

  private static boolean isDense(int c) {
    if (c < 0x0E00) {
      return false;
    }
    return c == KANA_LENGTHENER
        || (isWord(c)
            && switch (UnicodeScript.of(c)) {
              case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO, THAI, LAO, KHMER, MYANMAR -> true;
              default -> false;
            });
  }
}
