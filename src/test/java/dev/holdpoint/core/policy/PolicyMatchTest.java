package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permission.ShellCommand;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PolicyMatchTest {
  // A match is written "tools=bash|ls* kinds=question"; a gate "tool=bash agent=hook", and what it
  // leaves out is an approval of session s1 in tnt_a, raised by native, with risk normal.
  @ParameterizedTest
  @DisplayName(
      "DX-13 a policy matches by tenant, session, persona, agent, tool, command, kind, risk")
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          # match                       ~ gate                                  ~ matches
          all                           ~ tool=bash                             ~ yes
          all                           ~ kind=question                         ~ no
          kinds=question                ~ kind=question                         ~ yes
          kinds=question                ~ kind=approval                         ~ no
          kinds=approval|question       ~ kind=question                         ~ yes
          tenant=tnt_a                  ~ tool=bash                             ~ yes
          tenant=tnt_b                  ~ tool=bash                             ~ no
          tenant=tnt_root               ~ tool=bash                             ~ no
          sessions=s1                   ~ session=s1                            ~ yes
          sessions=s1                   ~ session=s12                           ~ no
          sessions=x|s*                 ~ session=s12                           ~ yes
          sessions=deploy-*             ~ session=s12                           ~ no
          persona_ids=per_1             ~ persona=per_1                         ~ yes
          persona_ids=per_1             ~ persona=per_2                         ~ no
          persona_ids=per_1             ~ tool=bash                             ~ no
          agents=native                 ~ agent=native                          ~ yes
          agents=native                 ~ agent=hook                            ~ no
          agents=hook|external          ~ agent=external                        ~ yes
          agents=acp:claude             ~ agent=acp:claude                      ~ yes
          agents=acp:claude             ~ agent=acp:codex                       ~ no
          agents=mcp                    ~ agent=mcp:desk                        ~ yes
          agents=mcp                    ~ agent=mcp                             ~ yes
          agents=mcp:desk               ~ agent=mcp:other                       ~ no
          agents=mcp                    ~ agent=mcpx                            ~ no
          tools=bash                    ~ tool=bash                             ~ yes
          tools=bash                    ~ tool=bash2                            ~ no
          tools=mcp__*                  ~ tool=mcp__jira                        ~ yes
          tools=*                       ~ tool=anything                         ~ yes
          tools=*                       ~ kind=approval                         ~ no
          tools=acp:claude/run          ~ tool=acp:claude/Bash|acp:claude/run   ~ yes
          commands=git push *           ~ tool=bash command=git push x          ~ yes
          commands=git push *           ~ tool=bash command=git pull            ~ no
          commands=git push *           ~ tool=bash command=cd x && git push    ~ yes
          commands=git push *           ~ tool=bash command=bash -c 'git push'  ~ yes
          commands=git push *           ~ tool=bash command=cd x; ls            ~ no
          commands=git push *           ~ tool=bash command=ls; echo git        ~ yes
          commands=git push *           ~ tool=bash command=git -C x push       ~ yes
          commands=git push *           ~ tool=bash command=$x push             ~ yes
          commands=git push *           ~ tool=bash unreadable=yes              ~ yes
          commands=git push *           ~ tool=write                            ~ no
          commands=make|git push *      ~ tool=bash command=make                ~ yes
          risks=high                    ~ risk=high                             ~ yes
          risks=high                    ~ risk=normal                           ~ no
          risks=normal                  ~ tool=bash                             ~ yes
          tools=bash risks=high         ~ tool=bash risk=high                   ~ yes
          tools=bash risks=high         ~ tool=bash                             ~ no
          tools=bash risks=high         ~ tool=write risk=high                  ~ no
          """)
  void DX_13_matches(String match, String gate, String matches) {
    assertThat(policy(match, true).matches(gate(gate))).isEqualTo(matches.equals("yes"));
  }

  @Test
  @DisplayName("DX-12 the first enabled policy that matches holds")
  void DX_12_first() {
    NamedPolicy off = policy("tools=bash", false);
    NamedPolicy one = policy("tools=bash", true);
    NamedPolicy other = policy("all", true);
    GateFacts bash = gate("tool=bash");
    assertThat(NamedPolicy.first(List.of(off, one, other), bash)).containsSame(one);
    assertThat(NamedPolicy.first(List.of(other, one), bash)).containsSame(other);
    assertThat(NamedPolicy.first(List.of(off, one), gate("tool=write"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          tools=bash                 ~ tool=bash command=rm -rf /                 ~ yes
          tools=bash commands=ls *   ~ tool=bash command=ls -l                    ~ yes
          tools=bash commands=ls *   ~ tool=bash command=ls; rm -rf /             ~ no
          tools=bash commands=ls *   ~ tool=bash command=ls $(rm x)               ~ no
          tools=bash commands=ls *   ~ tool=bash command=ls -l unreadable=yes     ~ no
          tools=bash commands=ls *   ~ tool=bash unreadable=yes                   ~ no
          """)
  void a_deadline_lets_a_command_run_only_as_an_allow_rule_would(
      String match, String gate, String lets) {
    assertThat(policy(match, true).match().letsRun(gate(gate))).isEqualTo(lets.equals("yes"));
  }

  private static NamedPolicy policy(String text, boolean enabled) {
    Map<String, List<String>> lists = new HashMap<>();
    members(text).forEach((name, value) -> lists.put(name, Arrays.asList(value.split("\\|"))));
    List<String> tenant = lists.get("tenant");
    return new NamedPolicy(
        "pol_1",
        "p",
        1,
        tenant == null ? null : tenant.getFirst(),
        enabled,
        new PolicyMatch(
            lists.get("kinds"),
            lists.get("sessions"),
            lists.get("persona_ids"),
            lists.get("agents"),
            lists.get("tools"),
            lists.get("commands"),
            lists.get("risks")),
        PolicyRules.of(PolicyExpression.parse("anyone")));
  }

  private static GateFacts gate(String text) {
    Map<String, String> members = members(text);
    String tools = members.get("tool");
    String command = members.get("command");
    return new GateFacts(
        GateKind.valueOf(members.getOrDefault("kind", "approval").toUpperCase(Locale.ROOT)),
        "tnt_a",
        members.getOrDefault("session", "s1"),
        members.get("persona"),
        members.getOrDefault("agent", "native"),
        tools == null ? Set.of() : Set.of(tools.split("\\|")),
        command(command),
        members.containsKey("unreadable"),
        Risk.of(members.getOrDefault("risk", "normal")).orElseThrow(),
        Set.of());
  }

  private static @Nullable ShellCommand command(@Nullable String command) {
    return command == null ? null : ShellCommand.of(command);
  }

  /** A member begins at a word with an equals sign; blanks belong to the value before. */
  private static Map<String, String> members(String text) {
    Map<String, String> members = new HashMap<>();
    for (String part : text.split(" (?=[a-z_]+=)", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        members.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return members;
  }
}
