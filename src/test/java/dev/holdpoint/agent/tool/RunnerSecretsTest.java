package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.secret.SecretValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** PF-81: a value never becomes part of another program's text. */
final class RunnerSecretsTest {
  private static final String VALUE = "it's $(touch ran) `touch ran`; touch ran #";

  @TempDir private Path folder = Path.of("");
  private ToolBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new ToolBench(folder);
    bench.secrets = SecretValues.of(Map.of("A", VALUE, "PATH", "/nowhere"));
    bench.write("value", VALUE);
  }

  private JsonNode bash(String command) throws InterruptedException {
    return bench.call("bash", "command", command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bash -c 'x {{secret:A}}'",
        "bash -c \"x {{secret:A}}\"",
        "bash -c x{{secret:A}}",
        "bash -c {{secret:A}}",
        "bash -lc 'x {{secret:A}}'",
        "bash -e -o pipefail -c 'x {{secret:A}}'",
        "bash -c 'echo \"$1\"' _ {{secret:A}}",
        "sh -c 'x {{secret:A}}'",
        "/bin/sh -c 'x {{secret:A}}'",
        "'ba'\"sh\" -c 'x {{secret:A}}'",
        "\\bash -c 'x {{secret:A}}'",
        "ba\\\nsh -c 'x {{secret:A}}'",
        "X=1 \\\n bash -c 'x {{secret:A}}'",
        "ssh host x {{secret:A}}",
        "ssh host 'x {{secret:A}}'",
        "ssh -p 22 host \"x '{{secret:A}}'\"",
        "env x {{secret:A}}",
        "env B={{secret:A}} x",
        "xargs x {{secret:A}} < value",
        "echo 1 | xargs -I{} x {{secret:A}}",
        "eval 'x {{secret:A}}'",
        "sudo x {{secret:A}}",
        "su -c 'x {{secret:A}}'",
        "nohup x {{secret:A}} &",
        "timeout 5 x {{secret:A}}",
        "find . -name value -exec x {{secret:A}} \\;",
        "awk 'BEGIN { print \"{{secret:A}}\" }'",
        "perl -e 'print \"{{secret:A}}\"'",
        "perl -lne 'print \"{{secret:A}}\"' value",
        "python3 -c 'print(\"{{secret:A}}\")'",
        "python3.12 -Ic 'print(\"{{secret:A}}\")'",
        "node --eval='{{secret:A}}'",
        "docker run image x {{secret:A}}",
        "true; bash -c '{{secret:A}}'",
        "true && ! bash -c '{{secret:A}}'",
        "true | bash -c '{{secret:A}}'",
        "true\nbash -c '{{secret:A}}'",
        "if bash -c '{{secret:A}}'; then :; fi",
        "{ bash -c '{{secret:A}}'; }",
        "(bash -c '{{secret:A}}')",
        "f() { bash -c '{{secret:A}}'; }; f",
        "x=$(bash -c '{{secret:A}}')",
        "echo \"`bash -c {{secret:A}}`\"",
        "bash -c \"$(echo {{secret:A}})\"",
        "bash 2>&1 -c '{{secret:A}}'",
        "bash >|out -c '{{secret:A}}'",
        "2>out bash -c '{{secret:A}}'",
        "exec -a x bash -c '{{secret:A}}'",
        "command bash -c '{{secret:A}}'",
        "time -p bash -c '{{secret:A}}'",
        "B=bash; $B -c '{{secret:A}}'",
        "\"$SHELL\" -c '{{secret:A}}'",
        "O=-c; bash $O '{{secret:A}}'",
        "$'ba\\x73h' -c '{{secret:A}}'",
        "bash <<END\nx {{secret:A}}\nEND",
        "bash -s 1 <<END\nx {{secret:A}}\nEND",
        "<<END bash\nx {{secret:A}}\nEND",
        "bash <<< {{secret:A}}",
        "python3 - <<< {{secret:A}}",
        "trap {{secret:A}} EXIT",
        "source <(echo {{secret:A}})",
        ". <(echo {{secret:A}})",
        "bash <(echo {{secret:A}})",
        "bash < <(echo {{secret:A}})",
        "bash -x <(cat <<< {{secret:A}})",
        "echo {{secret:A}} > >(sh)",
        "echo {{secret:A}} | tee >(sh)",
        "echo {{secret:A}} | sh",
        "echo {{secret:A}} |& sh",
        "echo {{secret:A}} | # y\n sh",
        "echo {{secret:A}} | cat | sh",
        "echo {{secret:A}} | sudo sh",
        "echo {{secret:A}} | env -i bash -o pipefail",
        "echo {{secret:A}} | (true; sh)",
        "echo {{secret:A}} | { true; sh; }",
        "(echo {{secret:A}}) | sh",
        "{ echo {{secret:A}}; true; } | sh",
        "if true; then echo {{secret:A}}; fi | sh",
        "for x in {{secret:A}}; do echo \"$x\"; done | sh",
        "echo \"$(echo {{secret:A}} | sh)\"",
        "echo \"$(echo {{secret:A}})\" | sh",
        "cat <<END | sh\n{{secret:A}}\nEND",
        "cat <<END |\n{{secret:A}}\nEND\nsh",
        "{ cat <<END\n{{secret:A}}\nEND\n} | sh",
        "(cat <<END\n{{secret:A}}\nEND\n) | sh",
        "echo {{secret:A}} | while true; do sh; done",
        "echo {{secret:A}} | X=1 command sh",
        "echo {{secret:A}} | time -p sh",
        "sh <<< \"$(echo {{secret:A}})\"",
        "cat <<< {{secret:A}} | bash -s x",
        "printf %s {{secret:A}} | python3 -",
        "printf %s {{secret:A}} | python3 - x.py",
        "printf %s {{secret:A}} | python3 -W ignore",
        "printf %s {{secret:A}} | perl",
        "printf %s {{secret:A}} | ssh -p 22 host",
        "printf %s {{secret:A}} | ssh host bash",
        "printf %s {{secret:A}} | docker exec -i c sh",
        "bash /dev/stdin <<< {{secret:A}}",
        "git -c alias.x='!echo {{secret:A}}' x",
        "git rebase -x '{{secret:A}}'",
        "git push --receive-pack='{{secret:A}}'",
        "git clone 'ext::{{secret:A}}'",
        "tar cf x y --checkpoint-action=exec='{{secret:A}}'",
        "sort --compress-program='{{secret:A}}' value",
        "make SHELL={{secret:A}}",
        "sed 's/x/{{secret:A}}/' value",
        "sed -e 's/x/{{secret:A}}/' value",
        "sed -f {{secret:A}} value",
        "crontab - <<E\n* * * * * {{secret:A}}\nE",
        "echo {{secret:A}} | crontab -",
        // What bash itself reads once more.
        "echo $[{{secret:A}}]",
        "echo $[1+\"{{secret:A}}\"]",
        "echo $(({{secret:A}}))",
        "a[{{secret:A}}]=1",
        "declare -A m; echo ${m[{{secret:A}}]}",
        "x=abc; echo ${x:{{secret:A}}}",
        "x=abc; echo ${x:1:{{secret:A}}}",
        "unset \"a[{{secret:A}}]\"",
        "unset {{secret:A}}",
        "let x={{secret:A}}",
        "declare -i x={{secret:A}}",
        "declare {{secret:A}}",
        "printf -v {{secret:A}} x",
        "read {{secret:A}} <<< x",
        "test -v {{secret:A}}",
        "[[ -v {{secret:A}} ]]",
        "[[ 1 -eq {{secret:A}} ]]",
        "[[ {{secret:A}} -lt 1 ]]",
        "[[ -n x && {{secret:A}} -eq 1 ]]",
        "if [[ 1 -ge \"{{secret:A}}\" ]]; then :; fi",
        "cat <<END\n$(bash -c {{secret:A}})\nEND",
        "cat <<END\n$(\nbash -c {{secret:A}})\nEND",
        "cat <<END\n`sh -c {{secret:A}}`\nEND",
        "cat <<END\n$(({{secret:A}}))\nEND",
        "cat <<END\n$[{{secret:A}}]\nEND",
        "cat <<END\n${x:{{secret:A}}}\nEND",
        // Variables that programs run.
        "GIT_SSH_COMMAND={{secret:A}} git fetch",
        "GIT_SSH_COMMAND=\"ssh {{secret:A}}\" git fetch",
        "export PAGER={{secret:A}}; man x",
        "declare -x BASH_ENV={{secret:A}}; bash s.sh",
        "PROMPT_COMMAND={{secret:A}}",
        "X=1 LESSOPEN='|{{secret:A}}' less value",
        "NODE_OPTIONS={{secret:A}} node x.js",
        "{fd}>out bash -c '{{secret:A}}'",
        // Through variables and functions.
        "X={{secret:A}}; bash -c \"$X\"",
        "X={{secret:A}}; bash -c \"echo $X\"",
        "X={{secret:A}}; eval \"echo $X\"",
        "X={{secret:A}}; eval echo ${X}",
        "X={{secret:A}}; echo \"$X\" | sh",
        "X={{secret:A}}; sh <<< \"$X\"",
        "X={{secret:A}}; bash <(echo \"$X\")",
        "X={{secret:A}}; sh <<END\necho $X\nEND",
        "X={{secret:A}}; cat <<END | sh\necho $X\nEND",
        "X={{secret:A}}; env bash -c \"$X\"",
        "X={{secret:A}}; python3 -c \"$X\"",
        "for x in {{secret:A}}; do sh -c \"$x\"; done",
        "bash -c \"$A\"",
        "eval \"echo $A\"",
        "echo \"$A\" | sh",
        "sh <<END\necho $A\nEND",
        "f() { bash -c \"$1\"; }; f {{secret:A}}",
        "f () { eval \"$@\"; }; f x {{secret:A}}",
        "set -- {{secret:A}}; eval \"$*\"",
        "f() { sh; }; echo {{secret:A}} | f",
        "f() { cat | sh; }; echo {{secret:A}} | f",
      })
  void PF_81_a_secret_where_a_program_would_run_it_is_refused(String command)
      throws InterruptedException {
    String error = bash("touch ran; " + command).path("error").asString();

    assertThat(error).contains("\"$A\"").contains("Nothing was run").doesNotContain(VALUE);
    assertThat(Files.exists(bench.workspace.resolve("ran"))).isFalse();
  }

  @Test
  void commands_that_use_secrets_have_bounds() throws InterruptedException {
    for (String command :
        List.of(
            "echo " + "{{secret:A}} ".repeat(1_001),
            "echo $A" + " $A".repeat(1_001),
            "echo " + "x ".repeat(4_001) + "{{secret:A}}",
            "$(".repeat(300) + "echo {{secret:A}}" + ")".repeat(300))) {
      assertThat(bash("touch ran; " + command).path("error").asString())
          .as(command.substring(0, 20))
          .contains("Nothing was run");
    }
    assertThat(Files.exists(bench.workspace.resolve("ran"))).isFalse();
  }

  /** The same programs, with what the refusal says; and what takes its arguments as data. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bash -c 'printf %s \"$A\"'",
        "sh -c 'printf %s \"$A\"'",
        "env printf %s \"$A\"",
        "env B=\"$A\" sh -c 'printf %s \"$B\"'",
        "echo 1 | xargs -I{} printf %s \"$A\"",
        "timeout 5 printf %s \"$A\"",
        "eval 'printf %s \"$A\"'",
        "find value -exec printf %s \"$A\" \\;",
        "bash <<END\nprintf %s \"\\$A\"\nEND",
        "B={{secret:A}} bash -c 'printf %s \"$B\"'",
        "ssh() { printf %s \"$2\"; }; ssh host \"$A\"",
        "f() { printf %s \"$1\"; }; f {{secret:A}}",
        "printf %s {{secret:A}} | bash -c cat",
        "printf %s {{secret:A}} | env cat",
        "echo 'printf %s \"$1\"' > s.sh; bash s.sh {{secret:A}}",
        "echo 'printf %s \"$1\"' > s.sh; bash \"$PWD/s.sh\" {{secret:A}}",
        "bash -c : > {{secret:A}}.txt; printf %s {{secret:A}}",
        "bash -c :; printf %s {{secret:A}}",
        "bash -c : && printf %s {{secret:A}}",
        "(bash -c :) ; printf %s {{secret:A}} # bash -c",
        "x=bash; printf %s {{secret:A}}",
        "case $- in bash) ;; *) printf %s {{secret:A}} ;; esac",
        "cat <<END | tr -d '\\n'\n{{secret:A}}\nEND",
        "echo 'cat' > s.sh; bash s.sh <<< {{secret:A}} | tr -d '\\n'",
        "for x in {{secret:A}}; do printf %s \"$x\"; done",
        "docker() { cat; }; printf %s {{secret:A}} | docker login --password-stdin",
        "curl() { printf %s \"${2#X: }\"; }; curl -H \"X: {{secret:A}}\"",
        "psql() { printf %s \"${1#x=}\"; }; psql \"x={{secret:A}}\"",
        "ssh() { cat; }; printf %s {{secret:A}} | ssh -p 22 host 'read -r T; x'",
        "sudo() { cat; }; printf %s {{secret:A}} | sudo -S x",
        "python3() { cat; }; printf %s {{secret:A}} | python3 -m json.tool",
        "python3() { cat; }; printf %s {{secret:A}} | python3 -u x.py",
        "echo 'cat' > s.sh; printf %s {{secret:A}} | bash s.sh",
        "printf %s {{secret:A}}; echo : | sh",
        "printf %s {{secret:A}} || echo : | sh",
        "cat <(printf %s {{secret:A}})",
        "cat <<END | tr -d '\\n'\n{{secret:A}}\nEND\necho : | sh",
        "B={{secret:A}} true | sh; printf %s {{secret:A}}",
        "bash -c 'printf %s \"$1\"' _ \"$A\"",
        "X={{secret:A}}; printf %s \"$X\"",
        "X={{secret:A}}; export X; bash -c 'printf %s \"$X\"'",
        "export X={{secret:A}}; bash -c 'printf %s \"$X\"'",
        "declare X={{secret:A}}; printf %s \"$X\"",
        "[[ {{secret:A}} = \"$A\" ]] && printf %s {{secret:A}}",
        "x=5; (( x > 3 )) && printf %s {{secret:A}}",
        "x=5; [[ $x -gt 3 ]] && printf %s {{secret:A}}",
        "a=(1 2); printf %s {{secret:A}} ${a[7]}",
        "x='user[name]='; printf %s {{secret:A}}; : 'user[name]='{{secret:A}}",
        "cat <<END | tr -d '\\n'\n$(:){{secret:A}}\nEND",
        "cat <<END | tr -d '\\n'\n${NONE}`:`{{secret:A}}\nEND",
        "f() { bash -c 'printf %s \"$0\"' \"$1\"; }; f {{secret:A}}",
        "f() { cat; }; printf %s {{secret:A}} | f",
        "{fd}>out printf %s {{secret:A}}",
        "read -r X <<< \"$A\"; printf %s \"$X\"",
      })
  void PF_81_that_form_works_and_so_does_data(String command) throws InterruptedException {
    JsonNode result = bash(command);

    assertThat(result.path("stdout").asString()).as("%s", result).isEqualTo("[secret:A]");
    assertThat(Files.exists(bench.workspace.resolve("ran"))).isFalse();
  }

  @Test
  void PF_81_an_alias_that_no_command_gets_as_a_variable_is_told_another_form()
      throws InterruptedException {
    assertThat(bash("bash -c 'echo {{secret:PATH}}'").path("error").asString())
        .contains("VALUE={{secret:PATH}}", "\"$VALUE\"");
    assertThat(bash("VALUE={{secret:PATH}} bash -c 'echo \"$VALUE\"'").path("stdout").asString())
        .isEqualTo("[secret:PATH]\n");
  }
}
