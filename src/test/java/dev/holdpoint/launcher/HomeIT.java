package dev.holdpoint.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The home folder is the one that HOME names, as for every other program. */
@Timeout(300)
class HomeIT {
  @TempDir private Path folder;

  @ParameterizedTest(name = "PG-84 HOME is obeyed: {0}")
  @ValueSource(strings = {"other", "one with a blank"})
  void pg84_data_settings_and_connect_use_the_folder_of_HOME(String name) throws Exception {
    Path home = Files.createDirectory(folder.resolve(name)).toRealPath();
    Path data = home.resolve(".local/share/holdpoint");
    Files.createDirectories(data);
    Path settings = Files.writeString(data.resolve("holdpoint.yaml"), "workers: 3\n");

    assertThat(printed(home, "config", "show").map(line -> line.replaceAll("  +", "|")))
        .contains("data|" + data + "|default", "workers|3|" + settings + ":1");

    assertThat(
            printed(
                home,
                "connect",
                "claude-code",
                "--scope",
                "user",
                "--write",
                "--url",
                "http://127.0.0.1:4747"))
        .isNotNull();
    assertThat(home.resolve(".claude/settings.json")).content().contains("/hooks/claude/");
  }

  @ParameterizedTest(name = "PG-84 the first line of serve is the ready line: {0}")
  @ValueSource(strings = {"one with a blank"})
  void pg84_the_first_line_of_serve_on_a_new_folder_is_the_ready_line(String name)
      throws Exception {
    Path home = Files.createDirectory(folder.resolve(name)).toRealPath();
    Process daemon = builder(home, "serve", "--port", "0").start();
    try (BufferedReader out = daemon.inputReader(UTF_8)) {
      List<String> lines = new ArrayList<>();
      while (lines.size() < 3) {
        String line = out.readLine();
        assertThat(line).as("it ended after %s", lines).isNotNull();
        // On a machine that is busy a start says what takes so long.
        if (!line.contains("wiring.Start")) {
          lines.add(line);
        }
      }
      assertThat(lines.getFirst())
          .contains(
              "ready on http://127.0.0.1:", home.resolve(".local/share/holdpoint").toString());
      assertThat(lines.get(1)).contains("open the inbox: holdpoint open");
      assertThat(lines.get(2)).contains("vault.key_file", "\"info\"").doesNotContain("warn");
      assertThat(printed(home, "status")).isNotEmpty();
      assertThat(printed(home, "doctor"))
          .anyMatch(line -> line.contains("vault_key") && line.contains("vault.key_file"));
    } finally {
      daemon.destroy();
      daemon.waitFor();
    }
  }

  private Stream<String> printed(Path home, String... args) throws Exception {
    Process process = builder(home, args).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines();
  }

  private ProcessBuilder builder(Path home, String... args) {
    List<String> command = new ArrayList<>(List.of(DaemonProcess.launcher().toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.matches("HOLDPOINT_.*|XDG_.*|CLAUDE_.*"));
    builder.environment().put("HOME", home.toString());
    return builder.redirectErrorStream(true);
  }
}
