package dev.holdpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What docs/security.md and SECURITY.md promise is held by tests, which they name; and lists of
 * tests name what is there.
 */
final class PromisesTest {
  private static final Path PAGE = Path.of("docs/security.md");
  private static final Path REPORTS = Path.of("SECURITY.md");

  // The names of tests in this project, and of what tests with kills are made of.
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*(?:Test|IT|Kills))`");
  private static final Pattern HAS_TESTS =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");

  private static Map<String, String> tests() throws IOException {
    Map<String, String> all = new HashMap<>();
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        all.merge(
            file.getFileName().toString().replace(".java", ""),
            Files.readString(file),
            String::concat);
      }
    }
    return all;
  }

  private static String section(Path page, String title) throws IOException {
    String text = Files.readString(page);
    int from = text.indexOf("\n## " + title + "\n");
    assertThat(from).as("%s has the section %s", page, title).isPositive();
    int to = text.indexOf("\n## ", from + 1);
    return text.substring(from, to < 0 ? text.length() : to);
  }

  /** The rows of the section's table, without its head. */
  private static List<String> rows(String section) {
    return section.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
  }

  private static List<String> named(String text) {
    List<String> names = new ArrayList<>();
    Matcher name = NAMED.matcher(text);
    while (name.find()) {
      names.add(name.group(1));
    }
    return names;
  }

  private static String lastCell(String row) {
    String[] cells = row.strip().split(" \\| ", -1);
    return cells[cells.length - 1];
  }

  @Test
  @DisplayName("PF-90 Each promise names the test that holds it")
  void PF_90_each_promise_names_the_test_that_holds_it() throws IOException {
    List<String> rows = new ArrayList<>(rows(section(PAGE, "What is promised")));
    assertThat(rows).hasSizeGreaterThan(30);
    rows.addAll(rows(section(PAGE, "Classes of faults, and where they were searched")));
    List<String> counts = rows(section(REPORTS, "What counts"));
    assertThat(counts).hasSizeGreaterThan(4);
    rows.addAll(counts);
    assertThat(rows).allSatisfy(row -> assertThat(named(lastCell(row))).as(row).isNotEmpty());
  }

  @Test
  @DisplayName("PF-90 Each test that these pages name exists and tests something")
  void PF_90_each_test_that_is_named_exists() throws IOException {
    Map<String, String> tests = tests();
    for (Path page : List.of(PAGE, REPORTS)) {
      assertThat(named(Files.readString(page)))
          .isNotEmpty()
          .allSatisfy(
              name -> {
                assertThat(tests).as("%s names %s", page, name).containsKey(name);
                assertThat(isTesting(tests, name)).as("%s has tests", name).isTrue();
              });
    }
  }

  /** By itself, or as what a test that exists is made of, over as many steps as it takes. */
  private static boolean isTesting(Map<String, String> tests, String name) {
    Set<String> made = new LinkedHashSet<>(Set.of(name));
    for (boolean grows = true; grows; ) {
      if (made.stream().anyMatch(one -> HAS_TESTS.matcher(String.valueOf(tests.get(one))).find())) {
        return true;
      }
      Pattern used = Pattern.compile("\\b(" + String.join("|", made) + ")\\b");
      grows =
          made.addAll(
              tests.entrySet().stream()
                  .filter(file -> used.matcher(file.getValue()).find())
                  .map(Map.Entry::getKey)
                  .toList());
    }
    return false;
  }

  @Test
  @DisplayName("PF-90 The pages that people are sent to exist")
  void PF_90_the_pages_exist() {
    assertThat(List.of(REPORTS, PAGE, Path.of("docs/proof.md"), Path.of("docs/passkeys.md")))
        .allSatisfy(page -> assertThat(page).isNotEmptyFile());
  }

  /** A rate is measured by {@code bench/run}, not by a test: this holds what was written of it. */
  @Test
  @DisplayName("PF-49 with every decision in the chain the rate is nine tenths of the one before")
  void PF_49_what_the_chain_costs_was_measured_side_by_side() throws IOException {
    String page = Files.readString(Path.of("docs/performance.md"));
    Matcher row =
        Pattern.compile(
                "\\| resolved and resumed to the end[^|]*\\| ([\\d ]+) /s[^|]*\\| ([\\d ]+) /s[^|]*\\|")
            .matcher(page.substring(page.indexOf("## What the chain costs")));
    assertThat(row.find()).as("before and after, in one row").isTrue();
    double before = Double.parseDouble(row.group(1).replaceAll("\\D", ""));
    double after = Double.parseDouble(row.group(2).replaceAll("\\D", ""));
    assertThat(after).isGreaterThanOrEqualTo(0.9 * before);
  }

  // A class that has moved or has another name would be back in ./test --quick unnoticed.
  @Test
  void what_the_quick_run_leaves_out_is_there() throws IOException {
    Set<String> classes = tests().keySet();
    List<String> gone =
        Files.readAllLines(Path.of("src/test/slow.txt")).stream()
            .filter(line -> line.matches("\\*\\*/.*\\w\\.java") && !line.equals("**/*IT.java"))
            .filter(line -> !classes.contains(line.replaceAll("^\\*\\*/|\\.java$", "")))
            .toList();
    assertThat(gone).isEmpty();
  }
}
