package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Somebody who types {@code --help} anywhere is helped. */
class HelpTest {
  private static List<CommandLine> commands() {
    List<CommandLine> found = new ArrayList<>();
    Set<CommandSpec> seen = new HashSet<>();
    List<CommandLine> open = new ArrayList<>(List.of(Main.commandLine()));
    while (!open.isEmpty()) {
      CommandLine next = open.removeLast();
      if (seen.add(next.getCommandSpec()) && !next.getCommandSpec().usageMessage().hidden()) {
        found.add(next);
        open.addAll(next.getSubcommands().values());
      }
    }
    return found;
  }

  private static CommandLine named(String name) {
    return Objects.requireNonNull(Main.commandLine(name).getSubcommands().get(name));
  }

  @Test
  void every_command_says_what_it_does_and_shows_how() {
    List<CommandLine> commands = commands();
    assertThat(commands).hasSizeGreaterThan(35);
    for (CommandLine command : commands) {
      CommandSpec spec = command.getCommandSpec();
      assertThat(spec.usageMessage().description())
          .as("the description of '%s'", spec.qualifiedName())
          .isNotEmpty();
      assertThat(String.join("\n", spec.usageMessage().footer()))
          .as(
              "'%s' needs an example: put one into the footer of its @Command",
              spec.qualifiedName())
          .contains("holdpoint");
      StringWriter help = new StringWriter();
      command.usage(new PrintWriter(help));
      assertThat(help.toString()).contains("Examples:", "--help");
    }
  }

  @Test
  void every_command_that_calls_a_daemon_has_json() {
    for (CommandLine command : commands()) {
      if (command.getCommandSpec().findOption("--url") != null) {
        assertThat(command.getCommandSpec().findOption("--json"))
            .as(command.getCommandSpec().qualifiedName())
            .isNotNull();
      }
    }
  }

  @Test
  void every_choice_is_typed_in_the_words_of_the_wire() {
    for (CommandLine command : commands()) {
      for (CommandLine.Model.ArgSpec choice : command.getCommandSpec().args()) {
        if (choice.typeInfo().isEnum()) {
          assertThat(choice.converters())
              .as("the converter of %s of '%s'", choice, command.getCommandSpec().qualifiedName())
              .isNotEmpty();
        }
      }
    }
  }

  @Test
  void the_page_of_the_command_line_names_every_word() throws Exception {
    String page = Files.readString(Path.of("docs/command-line.md"));
    for (String group :
        List.of(
            "sessions",
            "runs",
            "approvals",
            "questions",
            "rules",
            "memory",
            "learnings",
            "assets",
            "boards",
            "inbox",
            "open",
            "web-sessions",
            "schedules",
            "observations",
            "channels",
            "projects",
            "connect",
            "acp",
            "audit",
            "vault",
            "deliveries",
            "notifications")) {
      assertThat(page).contains("holdpoint " + group);
      for (String word : named(group).getSubcommands().keySet()) {
        assertThat(page).as("docs/command-line.md lacks '%s %s'", group, word).contains(word);
      }
    }
  }

  @Test
  void the_command_that_is_named_is_the_same_as_among_all() {
    for (CommandLine one : Main.commandLine().getSubcommands().values()) {
      String name = one.getCommandName();
      assertThat(named(name).getUsageMessage()).isEqualTo(one.getUsageMessage());
    }
  }
}
