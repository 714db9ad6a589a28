package dev.holdpoint.api.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a person probably meant. */
public final class Nearest {
  private static final int MOST_EDITS = 2;

  private Nearest() {}

  /** The nearest of all, however far it is. */
  public static String to(String word, Collection<String> known) {
    // A key without its section is as near as can be, whatever the letters say.
    return known.stream()
        .min(Comparator.comparingInt(k -> k.endsWith("." + word) ? 0 : distance(word, k)))
        .orElse(word);
  }

  /**
   * The one that the word is a slip of: at most two edits away, and fewer than half of its letters.
   * Case, hyphens and underscores do not count.
   */
  public static Optional<String> slipOf(String word, Collection<String> known) {
    String letters = letters(word);
    // What is longer than any name of ours is no slip, and costs no comparison.
    return known.stream()
        .filter(name -> Math.abs(letters(name).length() - letters.length()) <= MOST_EDITS)
        .filter(name -> isNear(distance(letters, letters(name)), letters))
        .min(Comparator.comparingInt(name -> distance(letters, letters(name))));
  }

  private static boolean isNear(int edits, String letters) {
    return edits <= MOST_EDITS && 2 * edits < letters.length();
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  /** Letters to add, drop or change to get from one to the other. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
