package dev.holdpoint.core.permission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.permission.ShellWords.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PF-77: what rules take a command for, held against what bash does with it. */
class ShellDifferentialIT {
  private static final int COMMANDS = 10_000;
  private static final long SEED = Long.getLong("holdpoint.seed", 77);

  /**
   * One bash runs all commands, each in a subshell; stubs write down what they are called with, in
   * a file for each command, since what a command leaves in the background may come late. Bash
   * writes line by line, so a line break goes by another name: two stubs at once must not mix.
   */
  private static final String HARNESS =
      """
      note() { printf '%s\\0' "${FUNCNAME[1]}" "$#" "${@//$'\\n'/$'\\x01'}" >&9; }
      aa() { note "$@"; }
      bb() { note "$@"; }
      git() { note "$@"; }
      env() { "$@"; }
      prlimit() { "$@"; }
      npm() { if [[ $1 == exec ]]; then "${@:2}"; fi; }
      export X=aa E= S='a b'
      set -C
      while IFS= read -r -d '' -u 8 line; do
        exec 9>"$OUT/$((n++))"
        ( exec 8<&-; eval -- "$line"; wait ) </dev/null >/dev/null 2>&1
      done
      """;

  private static final String STUB =
      """
      #!/bin/bash
      printf '%s\\0' "${0##*/}" "$#" "${@//$'\\n'/$'\\x01'}" >&9
      """;

  private static final String RUNNER =
      """
      #!/bin/bash
      if [[ ${0##*/} == npm ]]; then
        [[ $1 == exec ]] || exit
        shift
      fi
      "$@"
      """;

  @TempDir Path folder;

  /** What one stub was called with; the first is its name. */
  private List<List<List<String>>> run(List<String> commands) throws Exception {
    Path work = Files.createDirectory(folder.resolve("work"));
    for (String program : ShellGenerator.PROGRAMS) {
      Path stub = Files.writeString(work.resolve(program), STUB);
      assertThat(stub.toFile().setExecutable(true)).isTrue();
    }
    for (String program : ShellGenerator.RUNNERS) {
      Path stub = Files.writeString(work.resolve(program), RUNNER);
      assertThat(stub.toFile().setExecutable(true)).isTrue();
    }
    Files.writeString(work.resolve("f1"), "");
    Path in = Files.writeString(folder.resolve("in"), String.join("\0", commands) + "\0");
    Path out = Files.createDirectory(folder.resolve("out"));
    Path harness = Files.writeString(folder.resolve("harness"), "exec 8<'" + in + "'\n" + HARNESS);
    ProcessBuilder bash = new ProcessBuilder("/bin/bash", harness.toString());
    bash.environment().clear();
    bash.environment().put("PATH", work.toString());
    bash.environment().put("OUT", out.toString());
    bash.directory(work.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile());
    assertThat(bash.start().waitFor()).isZero();
    List<List<List<String>>> all = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      all.add(read(out.resolve(Integer.toString(i))));
    }
    return all;
  }

  private static List<List<String>> read(Path out) throws IOException {
    String[] cells = Files.readString(out, UTF_8).split("\0", -1);
    List<List<String>> calls = new ArrayList<>();
    int i = 0;
    while (i + 1 < cells.length) {
      int count = Integer.parseInt(cells[i + 1]);
      List<String> call = new ArrayList<>(List.of(cells[i]));
      Arrays.stream(cells, i + 2, i + 2 + count)
          .map(cell -> cell.replace('\u0001', '\n'))
          .forEach(call::add);
      calls.add(call);
      i += 2 + count;
    }
    return calls;
  }

  @Test
  void PF_77_no_grant_lets_another_program_run_and_no_denied_program_runs_unseen()
      throws Exception {
    ShellGenerator generator = new ShellGenerator(SEED);
    List<String> commands = new ArrayList<>();
    for (int i = 0; i < COMMANDS / 2; i++) {
      String command = generator.next();
      commands.add(command);
      commands.add(generator.spaced(command));
    }

    List<List<List<String>>> ran = run(commands);

    assertThat(ran).hasSize(COMMANDS);
    Map<String, List<List<String>>> byFolding = new HashMap<>();
    int understood = 0;
    int denied = 0;
    for (int i = 0; i < COMMANDS; i++) {
      String command = commands.get(i);
      List<List<String>> calls = ran.get(i);
      List<Word> words = ShellCommand.of(command).words();
      if (words != null) {
        understood++;
        assertSame(command, words, calls);
        String folded = ShellCommand.of(command).folded();
        List<List<String>> same = byFolding.computeIfAbsent(folded, _ -> calls);
        // Commands that were run before have made files, which patterns find.
        if (words.stream().allMatch(Word::literal)) {
          assertThat(calls).as(command).isEqualTo(same);
        }
      }
      assertGrantsHold(command, calls);
      denied += assertNothingUnseen(command, calls);
    }
    // The generator has to bring about what is tested.
    assertThat(understood).isGreaterThan(COMMANDS / 10);
    assertThat(denied).isGreaterThan(COMMANDS / 2);
  }

  private static void assertSame(String command, List<Word> words, List<List<String>> calls) {
    String program = words.getFirst().value();
    if (ShellGenerator.RUNNERS.contains(program)) {
      return;
    }
    if (!ShellGenerator.PROGRAMS.contains(program)) {
      assertThat(calls).as(command).isEmpty();
      return;
    }
    assertThat(calls).as(command).hasSize(1);
    List<String> call = calls.getFirst();
    List<String> known = words.stream().takeWhile(Word::literal).map(Word::value).toList();
    assertThat(call.subList(0, Math.min(call.size(), known.size()))).as(command).isEqualTo(known);
    if (words.stream().allMatch(Word::literal)) {
      assertThat(call).as(command).hasSameSizeAs(words);
    }
  }

  private static void assertGrantsHold(String command, List<List<String>> calls) {
    for (String program : ShellGenerator.PROGRAMS) {
      if (isLet(command, program + " *")) {
        assertThat(calls).as(command).hasSize(1);
        assertThat(calls.getFirst().getFirst()).as(command).isEqualTo(program);
      }
    }
    if (isLet(command, "git push *")) {
      assertThat(calls.getFirst()).as(command).startsWith("git", "push");
    }
  }

  private static boolean isLet(String command, String pattern) {
    return CommandPattern.parse(pattern).lets(ShellCommand.of(command));
  }

  private static int assertNothingUnseen(String command, List<List<String>> calls) {
    PermissionRule anything =
        new PermissionRule(
            1,
            "all",
            Behavior.ALLOW,
            "bash",
            null,
            new Scope(ScopeKind.USER, "t"),
            "t",
            null,
            null,
            0,
            "ada",
            0,
            null,
            null);
    for (List<String> call : calls) {
      Permissions.Decision decision =
          Permissions.decide(
              List.of(anything, rule(Behavior.DENY, call.getFirst() + " *")),
              "bash",
              command,
              Behavior.ASK,
              0);
      assertThat(decision.behavior()).as(command).isNotEqualTo(Behavior.ALLOW);
    }
    return calls.size();
  }

  private static PermissionRule rule(Behavior behavior, String command) {
    return new PermissionRule(
        2,
        "r",
        behavior,
        "bash",
        command,
        new Scope(ScopeKind.USER, "t"),
        "t",
        null,
        null,
        0,
        "ada",
        0,
        null,
        null);
  }
}
