package dev.holdpoint.core.world;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class UnifiedDiffTest {
  private static String numbers(int from, int to) {
    StringBuilder out = new StringBuilder();
    for (int i = from; i <= to; i++) {
      out.append(i).append('\n');
    }
    return out.toString();
  }

  @Test
  void equal_texts_have_none() {
    assertThat(UnifiedDiff.of("a\n", "a\n")).isNull();
  }

  @Test
  void a_change_has_three_lines_around_it() {
    assertThat(UnifiedDiff.of(numbers(1, 9), numbers(1, 4) + "five\n" + numbers(6, 9)))
        .isEqualTo(
            """
            --- expected
            +++ found
            @@ -2,7 +2,7 @@
             2
             3
             4
            -5
            +five
             6
             7
             8
            """);
  }

  @Test
  void changes_far_apart_are_two_hunks_and_near_ones_are_one() {
    String far = "x\n" + numbers(2, 29) + "y\n";
    assertThat(Objects.requireNonNull(UnifiedDiff.of(numbers(1, 30), far)).split("@@ -"))
        .hasSize(3);
    String near = "x\n" + numbers(2, 7) + "y\n" + numbers(9, 30);
    assertThat(Objects.requireNonNull(UnifiedDiff.of(numbers(1, 30), near)).split("@@ -"))
        .hasSize(2);
  }

  @Test
  void a_file_that_appears_or_vanishes_is_all_added_or_all_removed() {
    assertThat(UnifiedDiff.of("", "a\nb\n"))
        .isEqualTo("--- expected\n+++ found\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    assertThat(UnifiedDiff.of("a\nb\n", ""))
        .isEqualTo("--- expected\n+++ found\n@@ -1,2 +0,0 @@\n-a\n-b\n");
  }

  @Test
  void a_missing_last_line_end_is_a_difference() {
    assertThat(UnifiedDiff.of("a\n", "a"))
        .isEqualTo(
            "--- expected\n+++ found\n@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n");
  }

  @Test
  void a_long_one_is_cut_and_says_so() {
    String lines = Objects.requireNonNull(UnifiedDiff.of("", numbers(1, 500)));
    assertThat(lines.lines()).hasSize(UnifiedDiff.MOST_LINES);
    assertThat(lines).endsWith("\\ 304 more lines are not shown\n");
    String bytes = Objects.requireNonNull(UnifiedDiff.of("", ("ä".repeat(4_000) + "\n").repeat(9)));
    assertThat(bytes.getBytes(UTF_8).length).isLessThanOrEqualTo(UnifiedDiff.MOST_BYTES);
    assertThat(bytes).contains("more lines are not shown");
  }

  /** Applies the lines of a difference of short texts, which must give both of them back. */
  @Test
  void its_lines_lead_from_one_text_to_the_other() {
    Random chance = new Random(31);
    for (int round = 0; round < 2_000; round++) {
      String before = some(chance);
      String after = some(chance);
      String diff = UnifiedDiff.of(before, after);
      if (diff == null) {
        assertThat(before).isEqualTo(after);
        continue;
      }
      assertThat(apply(before, diff, '-', '+')).as(diff).isEqualTo(after);
      assertThat(apply(after, diff, '+', '-')).as(diff).isEqualTo(before);
    }
  }

  private static String some(Random chance) {
    StringBuilder out = new StringBuilder();
    for (int i = chance.nextInt(30); i > 0; i--) {
      out.append((char) ('a' + chance.nextInt(4))).append('\n');
    }
    return out.toString();
  }

  private static String apply(String from, String diff, char removed, char added) {
    List<String> lines = from.lines().toList();
    List<String> out = new ArrayList<>();
    int at = 0;
    for (String line : diff.lines().skip(2).toList()) {
      if (line.startsWith("@@")) {
        String[] parts = line.split("[ ,]", -1);
        String start = removed == '-' ? parts[1] : parts[3];
        String count = removed == '-' ? parts[2] : parts[4];
        int first = Math.abs(Integer.parseInt(start)) - (count.equals("0") ? 0 : 1);
        while (at < first) {
          out.add(lines.get(at++));
        }
      } else if (line.charAt(0) == added) {
        out.add(line.substring(1));
      } else {
        assertThat(line.substring(1)).isEqualTo(lines.get(at++));
        if (line.charAt(0) != removed) {
          out.add(line.substring(1));
        }
      }
    }
    while (at < lines.size()) {
      out.add(lines.get(at++));
    }
    return out.isEmpty() ? "" : String.join("\n", out) + "\n";
  }
}
