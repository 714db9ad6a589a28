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
          npm run test:unit         | npm run test:unit       | npm run test:unit *
          npm run build -- --x      | npm run build -- --x    | npm run build *
          gh pr view 7              | gh pr view 7            | gh pr view *
          /usr/bin/git  push x      | /usr/bin/git push x     | /usr/bin/git push *
          LS -l                     | LS -l                   | LS *
          echo $HOME                | echo $HOME              | echo *
          rm *                      | =rm *                   | rm *
          echo "a  b"    "c"        | echo "a  b" "c"         | echo *
          git commit -m "a; b"      | git commit -m "a; b"    | git commit *
          git push \\; x            | git push \\; x          | git push *
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
        "git push 'open",
        "git push\r x",
        "PATH=/tmp git push",
        "$PROGRAM push",
        "git push {a,b}",
      })
  void anything_that_could_hide_a_second_program_offers_only_itself(String command) {
    assertThat(PatternKeys.of(command)).containsExactly(command);
  }

  // PF-82
  @ParameterizedTest
  @ValueSource(
      strings = {
        "find . -name x",
        "sed -n 1p x",
        "tar -xf x",
        "git bisect run x",
        "docker run x",
        "npm exec x",
        "uv run x",
        "rsync a b",
        "java -version",
        "kubectl exec x",
        "Rscript x.R",
        "FIND .",
        "Git Bisect run x",
        "./ls x",
        "/tmp/git push",
        "make",
        "some-program x",
        "bash -c ls",
        "sudo apt install x",
        "/usr/bin/env ls",
        "xargs rm",
        "python3 x.py",
        "python3.11 x.py",
        "strace rm -rf x",
        "npx thing",
        "git -c core.sshCommand=x push",
        "docker --host x run",
        "npm run",
        "npm run $X",
        "npm run -- x",
        "gh pr",
        "gh pr --repo x",
        "pnpm run x",
        "yarn run x"
      })
  void PF_82_a_program_that_is_not_known_to_run_no_other_is_never_offered_wider(String command) {
    assertThat(PatternKeys.of(command)).containsExactly(command);
  }

  // PF-82
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git push --receive-pack=x",
        "git push --receive-pack x",
        "git push --rec=x",
        "git push --exec=x",
        "git push origin ext::sh",
        "git fetch --upload-pack x",
        "git diff --ext-diff",
        "git pull -s x",
        "git merge --strategy=x",
        "git push $X",
        "git push *",
        "git push \"$X\"--exec=x",
        "git push a$IFS--exec=x",
        "go test -exec x",
        "go build -toolexec=x",
        "cargo test --config x",
        "npm run --script-shell x y",
        "rg --pre x y",
        "rg -iz x",
        "sort --compress-program=x",
        "printf -v x y",
        "kubectl get --kubeconfig=x",
        "cargo test --manifest-path x",
        "cargo test --manifest=x",
        "git push '--repo=ext::sh -c x'"
      })
  void PF_82_an_option_that_runs_programs_offers_and_allows_only_itself(String command) {
    String first = command.substring(0, command.indexOf(' '));
    String second = command.split(" ", -1)[1];

    assertThat(PatternKeys.of(command)).hasSize(1);
    assertThat(isLet(command, first + " *")).isFalse();
    assertThat(isLet(command, first + " " + second + " *")).isFalse();
    assertThat(isLet(command, PatternKeys.of(command).getFirst())).isTrue();
  }

  // PF-82
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          git push origin main --force      | git push *
          git switch -c x                   | git switch *
          git push -u origin x              | git push *
          git add src/*.java                | git add *
          git log --oneline -n 3            | git *
          cat *.txt $X                      | cat *
          grep -c x y                       | grep *
          go test -count=1 ./...            | go test *
          npm run build                     | npm run *
          docker ps --filter name=x         | docker ps *
          tar -czf x y                      | tar *
          find . -name x                    | find *
          docker run x                      | docker run *
          some-program x --verbose          | some-program *
          """)
  void PF_82_other_options_are_let_as_before(String command, String pattern) {
    assertThat(isLet(command, pattern)).isTrue();
  }

  // PF-82
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          git -c core.sshCommand=x push     | git *
          git --exec-path=x push            | git *
          git clone -u x y                  | git clone *
          git rebase -x y                   | git rebase *
          git grep -Oless x                 | git grep *
          git grep --open-files-in-pager x  | git grep *
          find . -exec x                    | find *
          tar --to-command=x -xf y          | tar *
          rsync --rsh=x a b                 | rsync *
          python3 -c x                      | python3 *
          python3 -Ic x                     | python3 *
          perl -ex                          | perl *
          some-program --EXEC x             | some-program *
          some-program -abcd x              | some-program *
          some-program -vvvve x             | some-program *
          tar xf a -I ./evil                | tar *
          tar xf a -zI ./evil               | tar *
          tar xIf ./evil a                  | tar *
          tar xf a --checkpoint-action=x    | tar *
          tar xf a -F x                     | tar *
          find . -ok x                      | find *
          find . -okdir x                   | find *
          find . -execdir x                 | find *
          find . -fprint x                  | find *
          find . -fprint0 x                 | find *
          find . -fprintf x y               | find *
          find . -fls x                     | find *
          rsync -avze x a b                 | rsync *
          rsync -avzPhe x a b               | rsync *
          ssh -o ProxyCommand=x y           | ssh *
          ssh -voProxyCommand=x y           | ssh *
          man -P x y                        | man *
          vim --cmd x                       | vim *
          vim +!x                           | vim *
          zip -TT x y                       | zip *
          zip a b -T --unzip-command=x      | zip *
          make SHELL=x                      | make *
          sort --compress=x                 | sort *
          git clone -c x y                  | git *
          git clone '--config=x' y          | git *
          """)
  void PF_82_a_rule_for_first_words_does_not_speak_for_options_that_run_programs(
      String command, String pattern) {
    assertThat(isLet(command, pattern)).isFalse();
  }

  private static boolean isLet(String command, String pattern) {
    return CommandPattern.parse(pattern).lets(ShellCommand.of(command));
  }

  @Test
  void folding_never_makes_one_command_of_two_that_differ() {
    assertThat(PatternKeys.of("git status\n  rm x")).containsExactly("git status\n  rm x");
    assertThat(PatternKeys.of("# '\nrm 'a  b'\n# '").getFirst()).contains("'a  b'");
    assertThat(PatternKeys.of("*")).first().isEqualTo("=*");
    assertThat(PatternKeys.of("rm 'a  b'").getFirst()).isEqualTo("rm 'a  b'");
    assertThat(PatternKeys.of("rm a\\  b").getFirst()).isEqualTo("rm a\\  b");
    assertThat(PatternKeys.of("cat <<X\na  b\nX").getFirst()).isEqualTo("cat <<X\na  b\nX");
    assertThat(PatternKeys.of("x \"$(y \"a  b\")\"").getFirst()).isEqualTo("x \"$(y \"a  b\")\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          npm run x *     | npm run x ---prefix=/tmp/evil
          npm run *       | npm run x -prefi /tmp/evil
          npm run *       | npm run x ---script-shell=/tmp/evil
          npm run *       | npm run x -script-shel=/tmp/evil
          npm test *      | npm test ---script-shell /tmp/evil
          npm view *      | npm view --git=/tmp/evil x
          git ls-remote * | git ls-remote foo::x*
          git fetch *     | git fetch foo::x?
          git log *       | git log --output=x
          cargo build *   | cargo build --manifest-path=/tmp/evil
          kubectl get *   | kubectl get -s evil pods
          """)
  void PF_82_a_grant_of_first_words_lets_no_other_program_run(String pattern, String command) {
    assertThat(isLet(command, pattern)).isFalse();
  }
}
