package dev.holdpoint.cli;

import java.util.Collection;
import java.util.Optional;

/** Finds the name that a person meant who has typed another one. */
public final class NearestName {
  private NearestName() {}

  /** The nearest of {@code names}, or none where all of them are far; the first of two that are. */
  public static Optional<String> of(String typed, Collection<String> names) {
    String word = bare(typed);
    String nearest = null;
    int best = Integer.MAX_VALUE;
    for (String name : names) {
      String candidate = bare(name);
      int length = Math.max(word.length(), candidate.length());
      boolean begun = word.length() > 1 && candidate.startsWith(word);
      int distance = begun ? 1 : distance(word, candidate);
      if (distance <= (length + 1) / 3 && distance < best) {
        best = distance;
        nearest = name;
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static String bare(String name) {
    return name.replaceFirst("^-+", "").replaceFirst("=.*", "");
  }

  /** How many letters to add, drop, change or swap with their neighbour. */
  static int distance(String one, String other) {
    int[][] costs = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          costs[i][j] = i + j;
          continue;
        }
        int changed = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least = Math.min(costs[i - 1][j] + 1, costs[i][j - 1] + 1);
        least = Math.min(least, costs[i - 1][j - 1] + changed);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least = Math.min(least, costs[i - 2][j - 2] + 1);
        }
        costs[i][j] = least;
      }
    }
    return costs[one.length()][other.length()];
  }
}
