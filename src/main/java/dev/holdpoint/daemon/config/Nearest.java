package dev.holdpoint.daemon.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds what somebody probably meant. */
final class Nearest {
  private Nearest() {}

  static String to(String word, Collection<String> known) {
    // A key without its section is as near as can be, whatever the letters say.
    return known.stream()
        .min(Comparator.comparingInt(k -> k.endsWith("." + word) ? 0 : distance(word, k)))
        .orElse(word);
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
