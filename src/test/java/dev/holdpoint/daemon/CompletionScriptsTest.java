package dev.holdpoint.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion scripts, each in the shell that it is for. */
class CompletionScriptsTest {
  @TempDir private Path folder;

  @Test
  @DisplayName("PG-82 the fish script completes commands, flags and their values in a real fish")
  void pg82_fish_completes_commands_flags_and_their_values() throws Exception {
    assumeTrue(isInstalled("fish"), "no fish here");
    Files.createDirectory(folder.resolve("some-data"));

    assertThat(inFish("holdpoint appr"))
        .contains("approvals\tApprovals: calls that wait until a person allows or denies them.")
        .noneMatch(line -> line.startsWith("runs"));
    assertThat(inFish("holdpoint approvals l"))
        .containsExactly("list\tLists pending approvals, the oldest first.");
    assertThat(inFish("holdpoint approvals list --sess"))
        .containsExactly("--session\tonly requests of this session");
    assertThat(inFish("holdpoint approvals list --json --sess")).hasSize(1);
    assertThat(inFish("holdpoint tokens add --role "))
        .containsExactlyInAnyOrder("admin", "agent", "operator", "viewer");
    assertThat(inFish("holdpoint approvals list --status=pe")).containsExactly("--status=pending");
    assertThat(inFish("holdpoint approvals list --session ")).as("any text").isEmpty();
    assertThat(inFish("holdpoint serve --data so")).anyMatch(line -> line.startsWith("some-data/"));
    assertThat(inFish("holdpoint completion ")).containsExactlyInAnyOrder("bash", "zsh", "fish");
    assertThat(inFish("holdpoint tr"))
        .as("the launcher's own command is hidden")
        .noneMatch(line -> line.startsWith("train"));
  }

  @Test
  @DisplayName("PG-82 the fish script has every command and every flag, described")
  void pg82_the_fish_script_has_every_command_and_flag() {
    String script = TypedHere.run("completion", "fish").out();
    Main.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (command.getCommandSpec().usageMessage().hidden()) {
                return;
              }
              assertThat(script).contains("'" + name + "\t");
              command
                  .getSubcommands()
                  .keySet()
                  .forEach(word -> assertThat(script).contains("'" + word + "\t"));
              command.getCommandSpec().optionsMap().keySet().stream()
                  .filter(flag -> flag.startsWith("--"))
                  .forEach(flag -> assertThat(script).contains("'" + flag + "\t"));
            });
    assertThat(script).doesNotContain("${", "@|");
  }

  @Test
  @DisplayName("PG-82 bash still completes")
  void pg82_bash_completes() throws Exception {
    assertThat(inBash("holdpoint", "approvals", "l")).containsExactly("list");
    assertThat(inBash("holdpoint", "tokens", "add", "--role", ""))
        .containsExactlyInAnyOrder("admin", "operator", "agent", "viewer");
    assertThat(inBash("holdpoint", "appro")).contains("approvals", "approve");
  }

  @Test
  @DisplayName("PG-82 zsh still completes")
  void pg82_zsh_completes() throws Exception {
    assumeTrue(isInstalled("zsh"), "no zsh here");
    // What it leads to is narrowed down by zsh's line editor, which is not there.
    assertThat(inZsh("holdpoint", "approvals", "l")).contains("list");
    assertThat(inZsh("holdpoint", "tokens", "add", "--role", ""))
        .containsExactlyInAnyOrder("admin", "operator", "agent", "viewer");
  }

  private List<String> inFish(String line) throws Exception {
    Path script = script("fish");
    return output("fish", "--no-config", "-c", "source " + script + "; complete -C '" + line + "'");
  }

  private List<String> inBash(String... words) throws Exception {
    return words(
        output(
            "bash",
            "-c",
            "source "
                + script("bash")
                + "; compopt() { :; }; "
                + typed(words)
                + "_complete_holdpoint; echo \"${COMPREPLY[@]}\""));
  }

  private List<String> inZsh(String... words) throws Exception {
    return words(
        output(
            "zsh",
            "-f",
            "-c",
            "autoload -U compinit && compinit -u -D; source "
                + script("zsh")
                + "; compopt() { :; }; "
                + typed(words)
                + "f() { emulate -L sh; setopt kshglob noshglob braceexpand ksharrays;"
                + " _complete_holdpoint; echo \"${COMPREPLY[@]}\"; }; f"));
  }

  private static String typed(String... words) {
    return "COMP_WORDS=("
        + String.join(" ", Stream.of(words).map(word -> "'" + word + "'").toList())
        + "); COMP_CWORD="
        + (words.length - 1)
        + "; ";
  }

  private static List<String> words(List<String> lines) {
    return lines.stream().flatMap(line -> Stream.of(line.split(" ", -1))).toList();
  }

  private Path script(String shell) throws IOException {
    return Files.writeString(
        folder.resolve("holdpoint." + shell), TypedHere.run("completion", shell).out());
  }

  private List<String> output(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("HOME", folder.toString());
    builder.redirectError(folder.resolve("err").toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    process.waitFor();
    assertThat(folder.resolve("err")).isEmptyFile();
    return lines;
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }
}
