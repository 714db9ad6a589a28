package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The words that people read, by the table of the specification: each row says what was said
 * before, what is said now, and, where that is put together from parts, how they are written.
 */
class WordingTest {
  private static final Path TABLE = Path.of("src/test/resources/wording/wording.json");

  /** What the page and the daemon say to people, without how lines are broken. */
  private static String said() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String folder : List.of("src/main/resources/web", "src/main/java/dev/holdpoint")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        all.append(
            files
                .filter(file -> file.toString().matches(".*\\.(js|html|java)"))
                .map(WordingTest::text)
                .collect(Collectors.joining("\n")));
      }
    }
    return all.toString().replace("\\'", "'").replaceAll("\\s+", " ").replace("\" + \"", "");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("PG-85 each text of the table is said, and none of two words that it replaces")
  void PG_85_the_table_holds() throws IOException {
    String said = said();
    List<String> wrong = new ArrayList<>();
    for (JsonNode row : JsonMapper.shared().readTree(Files.readString(TABLE))) {
      String before = row.path("before").asString();
      String after = row.path("after").asString();
      List<String> written =
          row.has("written")
              ? row.path("written").valueStream().map(JsonNode::asString).toList()
              : List.of(after);
      written.stream()
          .filter(part -> !said.contains(part))
          .forEach(part -> wrong.add("not said: " + part + " (" + after + ")"));
      if (before.contains(" ") && said.contains(before)) {
        wrong.add("still said: " + before);
      }
    }
    assertThat(wrong).isEmpty();
  }
}
