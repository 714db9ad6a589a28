package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What docs/deciding.md says about groups, policies and decisions can be typed, in its order. */
class DecidingPageTest {
  private static final String STORY = "\n## From the first request to the numbers";
  private static final Pattern CAUGHT = Pattern.compile("([A-Z]+)=\\$\\((.*)\\)");
  private static final Pattern WRITTEN = Pattern.compile("(.*) > (\\S+)");

  private static final Path PAGE = Path.of("docs/deciding.md");
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private static Path folder;

  private static List<String> lines(String from, String to) throws IOException {
    String page = Files.readString(PAGE);
    String part = page.substring(page.indexOf(from), page.indexOf(to));
    List<String> all = new ArrayList<>();
    Matcher block = BLOCK.matcher(part);
    while (block.find()) {
      all.addAll(block.group(1).replace("\\\n", " ").lines().toList());
    }
    return all;
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      words.add(word.group(1) != null ? word.group(1) : word.group(2));
    }
    assertThat(words.removeFirst()).isEqualTo("holdpoint");
    return words;
  }

  /** With the token that the line names, else with the admin's. */
  private static Outcome typed(Desk desk, List<String> words) {
    if (!words.contains("--token-file")) {
      return desk.type(words.toArray(String[]::new));
    }
    return TypedHere.run(
        Stream.concat(words.stream(), Stream.of("--url", desk.address())).toArray(String[]::new));
  }

  // DX-90
  @Test
  void DX_90_the_story_of_the_page_can_be_typed() throws IOException {
    Map<String, String> caught = new HashMap<>();
    try (Desk desk = new Desk(folder.resolve("story"))) {
      for (String line : lines(STORY, "\n## How a request ends")) {
        Matcher catches = CAUGHT.matcher(line);
        Matcher writes = WRITTEN.matcher(line);
        String typed =
            catches.matches() ? catches.group(2) : writes.matches() ? writes.group(1) : line;
        List<String> words =
            words(typed).stream()
                .map(word -> word.startsWith("$") ? caught.get(word.substring(1)) : word)
                .map(word -> word.endsWith(".token") ? folder.resolve(word).toString() : word)
                .toList();
        Outcome outcome = typed(desk, words);
        assertThat(outcome.exitCode()).as(line + ": " + outcome).isZero();
        if (catches.matches()) {
          caught.put(catches.group(1), outcome.out().strip());
        } else if (writes.matches()) {
          Files.writeString(folder.resolve(writes.group(2)), outcome.out());
        }
        if (line.contains("policies explain")) {
          assertThat(outcome.out()).contains("1 more of reviewers", "bob");
        }
      }
      String second = String.valueOf(caught.get("SECOND"));
      JsonNode allowed = desk.json("approvals", "get", second);
      assertThat(allowed.at("/resolution/outcome").asString()).isEqualTo("allowed");
      assertThat(allowed.at("/resolution/policy/name").asString()).isEqualTo("releases");
      assertThat(allowed.at("/resolution/votes").size()).isEqualTo(2);
      assertThat(allowed.at("/request/revision").asInt()).isEqualTo(2);
      JsonNode chain = desk.json("approvals", "revisions", second);
      assertThat(chain.get(0).at("/resolution/outcome").asString()).isEqualTo("changes_requested");
      // The numbers come behind the journal.
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> {
                JsonNode totals = desk.json("stats", "--since", "1d").path("totals");
                assertThat(totals.path("decided").asInt()).isEqualTo(2);
                assertThat(totals.path("by_person").asInt()).isEqualTo(2);
              });
    }
  }

  @Test
  void every_command_of_the_page_works() throws IOException {
    List<List<String>> commands =
        lines("\n## People and groups", STORY).stream().map(DecidingPageTest::words).toList();
    assertThat(commands).hasSizeGreaterThan(7);
    try (Desk desk = new Desk(folder.resolve("data"))) {
      for (List<String> command : commands) {
        Outcome outcome = desk.type(command.toArray(String[]::new));
        assertThat(outcome.exitCode()).as(command + ": " + outcome).isZero();
      }
      assertThat(desk.json("groups", "show", "finance").path("members").toString())
          .isEqualTo("[\"ada\",\"cleo\"]");
      String needs = desk.json("policies", "show", "deploys").path("needs").asString();
      assertThat(needs)
          .isEqualTo(
              "all(1 of group:peer, 1 of role:admin) within 2h or unseen 10m else 1 of group:oncall"
                  + " within 1h else deny");
    }
  }
}
