package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.holdpoint.core.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** No problem tells a person where a program would call. */
class ProblemWordsTest {
  private static final Pattern ENDPOINT =
      Pattern.compile("\\b(GET|POST|PUT|PATCH|DELETE) |/v1/|/api/|/integration|/conversations");
  private static final Pattern SAID =
      Pattern.compile("because\\(\\s*((?:\"[^\"]*\"\\s*\\+?\\s*)+)");

  // PG-78
  @Test
  void PG_78_every_code_has_words_and_none_names_an_endpoint() {
    Page page = BrowserTest.functions();
    List<List<?>> asked = new ArrayList<>();
    for (Problem problem : Problem.values()) {
      asked.add(ask(problem, "It is so. GET /v1/things lists them."));
      asked.add(ask(problem, "GET /v1/things lists them, and POST …/more makes one."));
      asked.add(ask(problem, "It is so. Nothing was changed."));
    }
    JsonNode words = BrowserTest.moduleForEach(page, "net/problems.js", "problemWords", asked);

    for (int i = 0; i < asked.size(); i++) {
      String said = words.get(i).asString();
      assertThat(said).as(asked.get(i).toString()).isNotBlank().doesNotContainPattern(ENDPOINT);
      if (i % 3 == 2) {
        assertThat(said).isEqualTo("It is so. Nothing was changed.");
      }
    }
  }

  // PG-78: the words as the code has them
  @Test
  void PG_78_no_text_of_a_refusal_names_an_endpoint_on_the_page() throws IOException {
    List<List<?>> asked = new ArrayList<>();
    for (String text : refusals()) {
      asked.add(List.of(Map.of("code", "x", "title", "The title", "detail", text), 409));
    }
    assertThat(asked).hasSizeGreaterThan(200);
    assertThat(asked).anyMatch(one -> ENDPOINT.matcher(one.toString()).find());
    JsonNode words =
        BrowserTest.moduleForEach(
            BrowserTest.functions(), "net/problems.js", "problemWords", asked);

    for (JsonNode said : words) {
      assertThat(said.asString()).isNotBlank().doesNotContainPattern(ENDPOINT);
    }
  }

  private static List<?> ask(Problem problem, String detail) {
    return List.of(Map.of("code", problem.code(), "title", problem.title(), "detail", detail), 409);
  }

  private static List<String> refusals() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/holdpoint"))) {
      List<String> texts = new ArrayList<>();
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        SAID.matcher(Files.readString(file))
            .results()
            .map(ProblemWordsTest::joined)
            .forEach(texts::add);
      }
      return texts;
    }
  }

  private static String joined(MatchResult found) {
    return String.join(
        "",
        Arrays.stream(found.group(1).split("\"", -1))
            .filter(part -> !part.matches("[\\s+]*"))
            .toList());
  }
}
