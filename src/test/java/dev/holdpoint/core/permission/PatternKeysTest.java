package dev.holdpoint.core.permission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternKeysTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          git push origin main      | git push origin main    | git push *
          git   push    origin      | git push origin         | git push *
          git push                  | git push                | git push *
          ls                        | ls                      | ls *
          ls -la /tmp               | ls -la /tmp             | ls *
          cat notes.txt             | cat notes.txt           | cat *
          npm run test:unit         | npm run test:unit       | npm run *
          ./gradlew build           | ./gradlew build         | ./gradlew build *
          echo $HOME                | echo $HOME              | echo *
          rm *                      | =rm *                   | rm *
          echo "a  b"    "c"        | echo "a  b" "c"         | echo *
          """)
  void a_simple_command_offers_itself_and_its_subcommand(
      String command, String whole, String wider) {
    assertThat(PatternKeys.of(command)).containsExactly(whole, wider);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git push; rm -rf /",
        "git push && rm x",
        "git push || rm x",
        "git push & rm x",
        "git push | sh",
        "git push\nrm x",
        "git push $(rm x)",
        "git push `rm x`",
        "git push <(rm x)",
        "git push > /etc/passwd",
        "git push < in",
        "git push 2>&1",
        "(git push)",
        "{ git push; }",
        "git push ${x@P}",
        "git push $'a'",
        "git commit -m \"a; b\"",
        "git commit -m 'a; b'",
        "git push 'open",
        "git push \\; x",
        "git push\r x",
        "PATH=/tmp git push",
        "$PROGRAM push",
        "git push {a,b}",
      })
  void anything_that_could_hide_a_second_program_offers_only_itself(String command) {
    assertThat(PatternKeys.of(command)).containsExactly(command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bash -c ls",
        "sudo apt install x",
        "/usr/bin/env ls",
        "xargs rm",
        "python3 x.py",
        "python3.11 x.py",
        "strace rm -rf x",
        "npx thing",
        "git -c core.sshCommand=x push",
        "docker --host x run"
      })
  void a_program_that_runs_its_arguments_is_never_offered_wider(String command) {
    assertThat(PatternKeys.of(command)).containsExactly(command);
  }

  @Test
  void folding_never_makes_one_command_of_two_that_differ() {
    assertThat(PatternKeys.of("git status\n  rm x")).containsExactly("git status\nrm x");
    assertThat(PatternKeys.of("# '\nrm 'a  b'\n# '").getFirst()).contains("'a  b'");
    assertThat(PatternKeys.of("*")).first().isEqualTo("=*");
    assertThat(PatternKeys.of("rm 'a  b'").getFirst()).isEqualTo("rm 'a  b'");
    assertThat(PatternKeys.of("rm a\\  b").getFirst()).isEqualTo("rm a\\  b");
    assertThat(PatternKeys.of("cat <<X\na  b\nX").getFirst()).isEqualTo("cat <<X\na  b\nX");
    assertThat(PatternKeys.of("x \"$(y \"a  b\")\"").getFirst()).isEqualTo("x \"$(y \"a  b\")\"");
  }
}
