package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/deciding.md says about groups and policies can be typed, in its order. */
class DecidingPageTest {
  private static final Path PAGE = Path.of("docs/deciding.md");
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private static Path folder;

  private static List<List<String>> commands() throws IOException {
    String page = Files.readString(PAGE);
    String part =
        page.substring(
            page.indexOf("\n## People and groups"), page.indexOf("\n## How a request ends"));
    List<List<String>> all = new ArrayList<>();
    Matcher block = BLOCK.matcher(part);
    while (block.find()) {
      for (String line : block.group(1).replace("\\\n", " ").lines().toList()) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
          words.add(word.group(1) != null ? word.group(1) : word.group(2));
        }
        assertThat(words.removeFirst()).isEqualTo("holdpoint");
        all.add(words);
      }
    }
    return all;
  }

  @Test
  void every_command_of_the_page_works() throws IOException {
    List<List<String>> commands = commands();
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
