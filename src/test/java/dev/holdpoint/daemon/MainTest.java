package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MainTest {
  private record Outcome(int exitCode, String out, String err) {}

  @TempDir private Path data;

  @Test
  void no_arguments_and_help_print_the_help_with_examples() {
    assertThat(run().out()).startsWith("Usage: holdpoint").contains("Examples:");
    assertThat(run("--help")).isEqualTo(run());
    assertThat(run().exitCode()).isZero();
    assertThat(run().out()).as("train is for the launcher alone").doesNotContain("train");
  }

  @Test
  void the_demos_help_shows_what_can_be_typed() {
    assertThat(run("demo", "--help").out()).contains("printf 'k\\na\\n1\\n' | holdpoint demo ");
  }

  @Test
  void bad_usage_is_one_line_and_exit_code_2() {
    assertThat(run("--frob"))
        .isEqualTo(
            new Outcome(2, "", "holdpoint: Unknown option '--frob'. See 'holdpoint --help'\n"));
    assertThat(run("config", "show", "--port"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "holdpoint: Missing required parameter for option '--port' (PORT). See 'holdpoint"
                    + " config show --help'\n"));
    assertThat(run("config", "show", "--data", data.toString(), "--port", "x"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "holdpoint: --port: 'port' is 'x'; expected a whole number from 0 to 65535\n"));
  }

  @Test
  @DisplayName("PG-81 an unknown command or flag is answered with the nearest name")
  void pg81_an_unknown_word_is_answered_with_the_nearest_name() {
    assertThat(run("aproval"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "holdpoint: Unknown command 'aproval'. Did you mean 'approvals'? See 'holdpoint"
                    + " --help'\n"));
    assertThat(run("approvals", "lst"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "holdpoint: Unknown command 'lst'. Did you mean 'list'? See 'holdpoint approvals"
                    + " --help'\n"));
    for (String[] flag : new String[][] {{"--sesion", "x"}, {"--sesion=x"}}) {
      List<String> args = new ArrayList<>(List.of("approvals", "list"));
      args.addAll(List.of(flag));
      assertThat(run(args.toArray(String[]::new)))
          .isEqualTo(
              new Outcome(
                  2,
                  "",
                  "holdpoint: Unknown option '--sesion'. Did you mean '--session'? See 'holdpoint"
                      + " approvals list --help'\n"));
    }
    assertThat(run("status", "now").err())
        .isEqualTo("holdpoint: Unexpected argument 'now'. See 'holdpoint status --help'\n");
    assertThat(run("trane").err()).as("a command for the launcher").doesNotContain("train'?");
    assertThat(run("a".repeat(100_000)).err()).doesNotContain("Did you mean");
  }

  @Test
  @DisplayName("PG-81 each command stands once in the grouped help")
  void pg81_each_command_stands_once_in_the_grouped_help() {
    Pattern row = Pattern.compile("^  ([a-z][a-z-]*)  +\\S");
    List<String> groups = new ArrayList<>();
    List<String> listed = new ArrayList<>();
    run()
        .out()
        .lines()
        .takeWhile(line -> !line.equals("Examples:"))
        .forEach(
            line -> {
              Matcher command = row.matcher(line);
              if (line.matches("[A-Z][a-z]+:")) {
                groups.add(line);
              } else if (command.find()) {
                listed.add(command.group(1));
              }
            });
    assertThat(groups)
        .containsExactly(
            "Answer:", "Ask:", "Watch:", "Automate:", "Connect:", "Operate:", "Prove:");
    List<String> all = new ArrayList<>(Main.commandLine().getSubcommands().keySet());
    all.remove("train");
    assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void config_show_tells_each_value_and_its_origin() throws Exception {
    Path file = Files.writeString(data.resolve("holdpoint.yaml"), "workers: 8\n");

    Outcome shown = run("config", "show", "--data", data.toString(), "--port", "0");

    assertThat(shown.err()).isEmpty();
    assertThat(shown.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "host 127.0.0.1 default",
            "port 0 --port",
            "data " + data + " --data",
            "workers 8 " + file + ":1",
            "admin_token - default");
  }

  @Test
  void config_show_json_is_for_programs() {
    Outcome shown = run("config", "show", "--json", "--data", data.toString());

    JsonNode answer = JsonMapper.shared().readTree(shown.out());
    assertThat(answer.path("file").isNull()).isTrue();
    assertThat(answer.path("settings").path(0).toString())
        .isEqualTo("{\"key\":\"host\",\"value\":\"127.0.0.1\",\"from\":\"default\"}");
  }

  @Test
  void training_works_and_leaves_nothing() throws Exception {
    Path temp = Path.of(System.getProperty("java.io.tmpdir"));

    assertThat(run("train").exitCode()).isZero();
    assertThat(temp).isDirectoryNotContaining("glob:**/holdpoint-train*");
  }

  private static Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine(args);
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int exitCode = command.execute(args);
    return new Outcome(exitCode, out.toString(), err.toString());
  }
}
