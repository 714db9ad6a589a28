package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The words that people read, by the table of the specification: each row says what was said before
 * and what is said now, with example values.
 */
class WordingTest {
  private static final Path TABLE = Path.of("src/test/resources/wording/wording.json");

  /** Reads what the screens of the terminal say. */
  private static final Path TERMINAL =
      Path.of("src/test/java/dev/holdpoint/cli/inbox/WordingTest.java");

  /** One row of it. */
  record Row(String where, List<String> before, List<String> after) {
    /** What nobody reads any more. One word, or two in the middle of a sentence, prove nothing. */
    List<String> gone() {
      return before.stream().filter(text -> text.matches("\\p{Lu}.* .*|.* .* .*")).toList();
    }
  }

  static List<Row> table() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (JsonNode row : JsonMapper.shared().readTree(Files.readString(TABLE))) {
      rows.add(
          new Row(
              row.path("where").asString(), texts(row.path("before")), texts(row.path("after"))));
    }
    return rows;
  }

  private static List<String> texts(JsonNode all) {
    return all.valueStream().map(JsonNode::asString).toList();
  }

  /** What is said in a folder of sources, without comments and how lines are broken. */
  private static String said(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files
          .filter(file -> file.toString().matches(".*\\.(js|html|java)"))
          .map(WordingTest::text)
          .collect(Collectors.joining("\n"))
          .replaceAll("(?ms)^ */\\*.*?\\*/|^ *//[^\n]*$", "")
          .replace("\\'", "'")
          .replaceAll("\\s+", " ")
          .replace("\" + \"", "");
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("PG-85 each text of the table is said, and none of two words that it replaces")
  void PG_85_the_table_holds() throws IOException {
    String page = said("src/main/resources/web");
    String daemon = said("src/main/java/dev/holdpoint");
    List<Pattern> texts = Catalog.of("en").patterns();
    String terminal = text(TERMINAL);
    List<String> wrong = new ArrayList<>();
    for (Row row : table()) {
      if (row.where.equals("terminal")) {
        row.after.stream()
            .filter(text -> !terminal.contains("| " + text))
            .forEach(text -> wrong.add("no test of the terminal looks for: " + text));
      } else {
        row.after.stream()
            .filter(text -> texts.stream().noneMatch(one -> isSaid(one, text)))
            .forEach(text -> wrong.add("no text of the catalog: " + text));
      }
      row.gone().stream()
          .filter(text -> page.contains(text) || daemon.contains(text))
          .forEach(text -> wrong.add("still said: " + text));
    }
    assertThat(wrong).isEmpty();
  }

  /** The table has a full stop where a sentence stands in a view, and none where it is a label. */
  private static boolean isSaid(Pattern text, String wanted) {
    String bare = wanted.replaceAll("\\.$", "");
    return text.matcher(bare).matches() || text.matcher(bare + ".").matches();
  }
}
