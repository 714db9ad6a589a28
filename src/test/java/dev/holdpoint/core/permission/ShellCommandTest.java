package dev.holdpoint.core.permission;

import static dev.holdpoint.core.permission.Behavior.ALLOW;
import static dev.holdpoint.core.permission.Behavior.ASK;
import static dev.holdpoint.core.permission.Behavior.DENY;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.permission.ShellWords.Word;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PF-77: what is understood of a command, and what holds for all others. */
class ShellCommandTest {
  @Test
  void words_are_those_of_bash() {
    assertThat(words("a b")).containsExactly("a", "b");
    assertThat(words("  a\t'b  c' \"d\\\"e\\x\" f\\ g 'h'\"i\"j\n"))
        .containsExactly("a", "b  c", "d\"e\\x", "f g", "hij");
    assertThat(words("a '' \"\" a#b 'x\ny' --k=v !"))
        .containsExactly("a", "", "", "a#b", "x\ny", "--k=v", "!");
    assertThat(words("a $X \"$X\" *.c ~/x [a] b?"))
        .containsExactly("a", "$X", "\"$X\"", "*.c", "~/x", "[a]", "b?");
  }

  @Test
  void only_words_that_bash_leaves_alone_are_literal() {
    assertThat(ShellWords.read("a '$X' \\$X \"\\$X\" '*' \\~")).allMatch(Word::literal);
    List<Word> filled = requireNonNull(ShellWords.read("a $X \"$X\" * ~ b? [x"));
    assertThat(filled.subList(1, 7)).noneMatch(Word::literal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\n",
        "#",
        "a # b",
        "a\t#b",
        "a; b",
        "a;b",
        "a & b",
        "a | b",
        "a\nb",
        "a > b",
        "a 2>&1",
        "(a)",
        "(a)#",
        "{ a; }",
        "a {b,c}",
        "a $(b)",
        "a `b`",
        "a ${b}",
        "a $1",
        "a $",
        "a \"$\"",
        "a $'b'",
        "a $\"b\"",
        "a 'b",
        "a \"b",
        "a \\",
        "a \\\nb",
        "a \"\\\nb\"",
        "a\rb",
        "a \0",
        "a '\0'",
        "a '\u0001'",
        "a \u00a0b",
        "a \u00e9",
        "a '\ud800'",
        "A=b",
        "A=b c",
        "a[0]=b c",
        "$X",
        "a$X",
        "*",
        "~/a",
        "[ -f a ]",
        "'' a",
        "if",
        "! a",
        "time a",
        "command a",
        "eval a",
        ". a",
        "exec a",
        "export A=b",
        "a \"`b`\"",
      })
  void all_else_is_not_understood_and_stands_for_its_bytes(String command) {
    assertThat(ShellWords.read(command)).isNull();
    assertThat(ShellCommand.of(command).folded()).isEqualTo(command);
  }

  @Test
  void PF_77_a_comment_behind_two_blanks_is_a_command_as_any_other() {
    String command = "rm  -rf x # y";

    assertThat(PatternKeys.of(command)).containsExactly(command);
    assertThat(decide(command, rule(ALLOW, "rm *"))).isEqualTo(ASK);
    assertThat(decide(command, rule(ALLOW, null), rule(DENY, "rm *"))).isEqualTo(DENY);
    assertThat(decide(command, rule(ALLOW, command))).isEqualTo(ALLOW);
  }

  @Test
  void PF_77_a_tab_before_a_comment_does_not_get_round_a_deny() {
    for (String command : List.of("rm\t-rf x # y", "rm -rf x\t# y", "\trm\t-rf\tx\t#y", "rm\t#")) {
      assertThat(decide(command, rule(ALLOW, null), rule(DENY, "rm *"))).isEqualTo(DENY);
      assertThat(decide(command, rule(ALLOW, null), rule(ASK, "rm *"))).isEqualTo(ASK);
    }
  }

  @Test
  void PF_77_a_comment_behind_a_bracket_makes_no_other_command_of_a_grant() {
    String shown = "(ls)#'\nrm 'a  b';(ls)#'";
    String other = "(ls)#'\nrm 'a b';(ls)#'";

    assertThat(PatternKeys.of(shown)).containsExactly(shown);
    assertThat(decide(other, rule(ALLOW, shown))).isEqualTo(ASK);
    assertThat(decide(shown, rule(ALLOW, shown))).isEqualTo(ALLOW);
  }

  @Test
  void PF_77_a_leading_blank_offers_no_wider_pattern() {
    assertThat(PatternKeys.of(" bash -c x # y")).containsExactly(" bash -c x # y");
    assertThat(PatternKeys.of(" bash -c x")).containsExactly("bash -c x");
    assertThat(decide(" bash -c x", rule(ALLOW, " bash *"))).isEqualTo(ASK);
  }

  /** Whatever allows: a rule for every command, and one for these very bytes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "X=a\\ b rm x",
        "exec -a y rm x",
        "echo rm | xargs",
        "f=rm; $f x",
        "sudo rm x",
        "env -i rm x",
        "bash -c 'r\"m\" x'",
        "find . -exec rm x ';'",
        "$x y",
        "r? y",
        "`cat f` y",
        "r`true`m y",
        "{r,x}m y",
        "X='a b' $y z",
        "eval $x",
        "sudo -u $x y",
        "> 'a b' $x y",
        "cat <<X | sh\nr\\m\nX",
        "ls # a\\\n$x y",
        "ls #\\\nrm y",
        "r\\\nm y; ls",
        "prlimit rm -rf x",
        "npm exec rm x",
        "npm x rm",
        "uv run rm x",
        "docker run x rm -rf y",
        "kubectl exec p -- rm x",
        "unbuffer rm x",
        "gosu ada rm x",
        "bwrap --ro-bind / / rm x",
        "sshpass -p y rm x",
        "perf stat rm x",
        "xterm -e rm x",
        "git -c alias.x='!rm -rf y' x",
        "git -C y rebase --exec='rm x'",
        "git rebase -x 'rm x'",
        "git clone 'ext::rm x'",
        "git push '--repo=ext::rm x'",
        "git submodule foreach rm x",
        "vim -c '!rm x'",
        "vim '+!rm x'",
        "tar xf a --to-command='rm x'",
        "tar xf a --to-c='rm x'",
        "tar xIf 'rm x' a",
        "find . -ok rm {} ;",
        "find . -okdir rm x ';'",
        "sed '1e rm x' y",
        "make SHELL=rm x",
        "sqlite3 x '.shell rm y'",
        "sort --compress-program=rm x",
        "some-program --exec rm",
        "some-program --exec /bin/r?",
        "some-program --exec $X",
        "env r? x",
        "sudo /bin/r* x",
        "prlimit [r]m x; ls",
        "npm exec $X y",
        "X=$(cat f); git fetch 'a;' --upload-pack=$X",
        "X=$(cat f); git fetch \"$X\"",
        "tar xf a$(true) -I $X",
      })
  void PF_77_what_may_hide_a_denied_program_asks_whatever_allows(String command) {
    assertThat(decide(command, rule(ALLOW, null), rule(DENY, "rm *"))).isNotEqualTo(ALLOW);
    assertThat(decide(command, rule(ALLOW, command), rule(DENY, "rm *"))).isNotEqualTo(ALLOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo rm",
        "cd x && npm run format",
        "for f in *; do cat $f; done",
        "docker run --rm x; ls",
        "if [ -f x ]; then ls; fi",
        "echo $(date) > out",
        "ls 'a; b'",
        "grep rm x",
        "git commit -m 'x rm'",
        "find . -name '*.c' -exec cat {} ';'",
        "git commit -m \"$(cat x)\"",
        "git log --grep rm",
        "git push origin rm",
        "docker ps --filter name=rm",
        "npm view rm",
        "tar xf rm",
        "find . -name rm",
        "vim rm",
        "docker ps; echo $HOME",
        "env cat *.txt"
      })
  void what_names_no_denied_program_is_allowed_as_before(String command) {
    assertThat(decide(command, rule(ALLOW, null), rule(DENY, "rm *"))).isEqualTo(ALLOW);
  }

  @Test
  void a_denied_program_is_known_in_any_folder_and_case() {
    assertThat(decide("/bin/rm x", rule(ALLOW, null), rule(DENY, "rm *"))).isEqualTo(DENY);
    assertThat(decide("RM x", rule(ALLOW, null), rule(DENY, "rm *"))).isEqualTo(DENY);
    assertThat(decide("ls /bin/rm", rule(ALLOW, null), rule(DENY, "rm *"))).isEqualTo(ALLOW);
    assertThat(decide("/bin/rm x", rule(ALLOW, "rm *"))).isEqualTo(ASK);
  }

  @Test
  void first_words_are_compared_as_words() {
    assertThat(decide("'git' pu\"sh\" x", rule(ALLOW, "git push *"))).isEqualTo(ALLOW);
    assertThat(decide("git push 'a;b'", rule(ALLOW, "git push *"))).isEqualTo(ALLOW);
    assertThat(decide("git 'push x'", rule(ALLOW, "git push *"))).isEqualTo(ASK);
    assertThat(decide("git $P", rule(ALLOW, "git '$P' *"))).isEqualTo(ASK);
    assertThat(decide("git push", rule(ALLOW, "(git *"))).isEqualTo(ASK);
  }

  @Test
  void PF_77_no_text_makes_it_throw() {
    Random random = new Random(77);
    String alphabet =
        "ab -=*'\"\\$`(){}[]<>|&;#!~?\n\t\r\0\u0001\u007f\u00a0\u00e9\ud83d\ude00\u2028/";
    List<Behavior> behaviors = List.of(Behavior.values());
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(24); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String command = text.toString();
      String pattern = PatternKeys.of(command).getFirst();
      Behavior behavior = behaviors.get(i % behaviors.size());
      if (PermissionRule.isCommandPattern(pattern)) {
        PermissionRule rule = rule(behavior, pattern);
        assertThat(Explanation.of(rule, 0)).isNotEmpty();
        // What was granted is what runs, and what is denied does not.
        assertThat(decide(command, rule)).as(command).isEqualTo(behavior);
      }
      if (PermissionRule.isCommandPattern(command)) {
        decide(pattern, rule(behavior, command), rule(DENY, "a *"));
        decide("a b", rule(behavior, command), rule(ASK, command));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "env /bin/r? x",
        "env r{m,} x",
        "eval /bin/r? x",
        "nice /bin/r? x",
        "timeout 5 /bin/r? x",
        "setsid -w /bin/r? x",
        "stdbuf -o0 /bin/r? x",
        "bash -c '/bin/r? x'",
        "bash <<<'/bin/r? x'",
        "trap '/bin/r? x' EXIT",
        "compgen -C '/bin/r? x'",
        "hash -p /bin/r? zz; zz x",
        ">&- /bin/r? x",
        ">&- r${Z}m x",
        ">& f r${Z}m x",
        ">|f /bin/r? x",
        "2>&1- r${Z}m x",
        "exec 3>&1- r${Z}m x",
        "exec -a z r${Z}m x",
        "exec -la zz /bin/r? x",
        "test -v 'a[$(r${z}m x)]'",
        "printf -v 'a[$(r${z}m x)]' y",
        "env '-Srm x'",
        "env -vSrm\\ x",
        "script '-qcrm x' /dev/null",
        "perl -e 'exec q-rm-, \"x\"'",
        "prlimit rm x",
        "choom -n 0 rm x",
        "ssh-agent rm x",
        "linux64 rm x",
        "/lib64/ld-linux-x86-64.so.2 /bin/rm x",
        "rbash -c 'rm x'",
        "sed 1erm x",
        "git -c alias.x='!rm x' x",
        "tar cf /dev/null --checkpoint-action=exec='rm x' y"
      })
  void PF_77_a_denied_program_is_asked_about_however_it_comes_to_run(String command) {
    assertThat(decide(command, rule(ALLOW, null), rule(DENY, "rm *"))).isNotEqualTo(ALLOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git -C . push",
        "git --no-pager push",
        "git -c a.b=c push",
        "git -P push",
        "git pus? origin",
        "git p$X"
      })
  void PF_77_a_denied_subcommand_is_asked_about_behind_options_and_where_bash_fills_it_in(
      String command) {
    assertThat(decide(command, rule(ALLOW, null), rule(DENY, "git push *"))).isNotEqualTo(ALLOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo rm",
        "grep rm x",
        "ls -l $HOME",
        "cat *.txt",
        "git log --oneline",
        "npm test",
        "test -f x",
        "git status",
        "git log -1"
      })
  void PF_77_what_runs_nothing_denied_is_allowed_as_before(String command) {
    assertThat(decide(command, rule(ALLOW, null), rule(DENY, "rm *"), rule(DENY, "git push *")))
        .isEqualTo(ALLOW);
  }

  private static List<String> words(String command) {
    return requireNonNull(ShellWords.read(command), command).stream().map(Word::value).toList();
  }

  private static Behavior decide(String command, PermissionRule... rules) {
    return Permissions.decide(List.of(rules), "bash", command, ASK, 0).behavior();
  }

  private static PermissionRule rule(Behavior behavior, @Nullable String command) {
    return new PermissionRule(
        1,
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
