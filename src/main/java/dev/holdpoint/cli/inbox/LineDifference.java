package dev.holdpoint.cli.inbox;

import java.util.ArrayList;
import java.util.List;

/** What has changed between two texts, line by line. */
final class LineDifference {
  /** The most pairs of lines to compare; longer texts are shown as removed and added whole. */
  private static final int PAIRS = 1_000_000;

  private LineDifference() {}

  /** All lines of both, each behind {@code " "}, {@code "- "} or {@code "+ "}. */
  static List<String> of(String before, String after) {
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    List<String> lines = new ArrayList<>();
    if ((long) old.size() * now.size() > PAIRS) {
      old.forEach(line -> lines.add("- " + line));
      now.forEach(line -> lines.add("+ " + line));
      return lines;
    }
    int[][] common = common(old, now);
    int at = 0;
    int to = 0;
    while (at < old.size() || to < now.size()) {
      if (at < old.size() && to < now.size() && old.get(at).equals(now.get(to))) {
        lines.add("  " + old.get(at));
        at++;
        to++;
      } else if (to == now.size()
          || (at < old.size() && common[at + 1][to] >= common[at][to + 1])) {
        lines.add("- " + old.get(at));
        at++;
      } else {
        lines.add("+ " + now.get(to));
        to++;
      }
    }
    return lines;
  }

  /** How many lines both have in common from each pair of places on. */
  private static int[][] common(List<String> old, List<String> now) {
    int[][] found = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        found[i][j] =
            old.get(i).equals(now.get(j))
                ? found[i + 1][j + 1] + 1
                : Math.max(found[i + 1][j], found[i][j + 1]);
      }
    }
    return found;
  }
}
