package dev.holdpoint.core.permission;

import static dev.holdpoint.core.permission.Behavior.ALLOW;
import static dev.holdpoint.core.permission.Behavior.ASK;
import static dev.holdpoint.core.permission.Behavior.DENY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionsTest {
  private static final Scope SESSION = new Scope(ScopeKind.SESSION, "s");
  private static final Scope USER = new Scope(ScopeKind.USER, "u");

  // A rule is written "allow bash", "deny mcp__*" or "ask bash: git push *".
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          # rules                                             ~ command                 ~ answer
          allow other                                         ~ ls                      ~ default
          allow bash                                          ~ ls                      ~ allow bash
          allow *                                             ~ ls                      ~ allow *
          allow ba*                                           ~ ls                      ~ allow ba*
          allow * , ask bash                                  ~ ls                      ~ ask bash
          ask * , allow ba*                                   ~ ls                      ~ allow ba*
          ask b* , allow bas*                                 ~ ls                      ~ allow bas*
          allow bash: ls , deny *                             ~ ls                      ~ deny *
          deny bash: git push * , allow bash: git push x      ~ git push x              ~ deny bash: git push *
          allow bash: git push *                              ~ git push                ~ allow bash: git push *
          allow bash: git push *                              ~ git  push  origin       ~ allow bash: git push *
          allow bash: git push *                              ~ git pushx               ~ default
          allow bash: git push *                              ~ git push$IFS--force     ~ default
          allow bash: git push *                              ~ git push; rm -rf /      ~ default
          allow bash: git push *                              ~ git push origin && x    ~ default
          allow bash: git push *                              ~ git push | sh          ~ default
          allow bash: git push *                              ~ git push $(x)           ~ default
          allow bash: git push; ls                            ~ git push; ls            ~ allow bash: git push; ls
          ask bash: ls , allow bash: ls *                     ~ ls                      ~ ask bash: ls
          ask bash: ls -l , allow *: ls *                     ~ ls -l                   ~ ask bash: ls -l
          ask bash , allow *: ls *                            ~ ls -l                   ~ allow *: ls *
          ask bash: git * , allow bash: git push *            ~ git push x              ~ allow bash: git push *
          allow bash: =rm *                                   ~ rm *                    ~ allow bash: =rm *
          allow bash: =rm *                                   ~ rm -rf /                ~ default
          allow bash , ask bash: git push *                   ~ cd x && git push        ~ ask bash: git push *
          allow bash , deny bash: git push *                  ~ (git push)              ~ deny bash: git push *
          allow bash , deny bash: git push *                  ~ bash -c 'x; git push y' ~ deny bash: git push *
          allow bash , deny bash: git push *                  ~ cd x; git pull          ~ default
          allow bash , deny bash: git push *                  ~ cd x; ls                ~ allow bash
          allow bash , deny bash: rm *                        ~ "rm" -rf x              ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ r''m x                  ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ \\rm x                   ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ if true; then rm x; fi  ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ for f in *; do rm x; done ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ ! rm x                  ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ X=1 Y=2 rm x            ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ >/dev/null rm x         ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ 2>&1 rm x               ~ deny bash: rm *
          allow bash , deny bash: rm *                        ~ echo "$(rm x)"          ~ deny bash: rm *
          allow bash , ask bash: rm *                         ~ echo rm x               ~ allow bash
          allow bash: =*                                      ~ *                       ~ allow bash: =*
          """)
  void deny_wins_then_the_most_exact(String rules, String command, String answer) {
    List<PermissionRule> list =
        Arrays.stream(rules.split(" , ")).map(PermissionsTest::rule).toList();

    Permissions.Decision decision = Permissions.decide(list, "bash", command, ASK, 0);

    PermissionRule spoke = decision.rule();
    assertThat(spoke == null ? "default" : spoke.id()).isEqualTo(answer);
    assertThat(decision.behavior()).isEqualTo(spoke == null ? ASK : spoke.behavior());
  }

  @Test
  void a_rule_with_a_command_is_silent_about_tools_without_one() {
    assertThat(Permissions.decide(List.of(rule("deny *: ls")), "read_file", null, ALLOW, 0))
        .isEqualTo(new Permissions.Decision(ALLOW, null));
  }

  @Test
  void a_rule_ends_at_the_instant_it_expires() {
    PermissionRule rule = rule("r", ALLOW, "bash", null, SESSION, 1_000L, 0);
    assertThat(decide(999, rule)).isEqualTo(ALLOW);
    assertThat(decide(1_000, rule)).isEqualTo(ASK);
  }

  @Test
  void what_has_decided_as_often_as_it_may_is_silent() {
    PermissionRule once =
        new PermissionRule(
            1, "r", ALLOW, "bash", null, SESSION, "t", null, 2, 1, "ada", 0, null, null);
    assertThat(decide(0, once)).isEqualTo(ALLOW);
    assertThat(decide(0, once.used())).isEqualTo(ASK);
  }

  @Test
  void between_equals_the_narrower_scope_then_the_newer_then_the_careful_one_speaks() {
    assertThat(decide(0, at(USER, ASK, 9), at(SESSION, ALLOW, 1))).isEqualTo(ALLOW);
    assertThat(decide(0, at(SESSION, ASK, 1), at(SESSION, ALLOW, 2))).isEqualTo(ALLOW);
    assertThat(decide(0, at(SESSION, ASK, 2), at(SESSION, ALLOW, 1))).isEqualTo(ASK);
    assertThat(decide(0, at(SESSION, ALLOW, 1), at(SESSION, ASK, 1))).isEqualTo(ASK);
    assertThat(decide(0, at(SESSION, ALLOW, 9), at(USER, DENY, 1))).isEqualTo(DENY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a*b", "**", "*a"})
  void a_star_in_the_middle_of_a_tool_pattern_is_refused(String pattern) {
    assertThatThrownBy(() -> rule("allow bash", pattern, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*", " *", "=", "a\0b"})
  void a_command_pattern_that_says_nothing_is_refused(String pattern) {
    assertThatThrownBy(() -> rule("allow bash", "bash", pattern))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Behavior decide(long nowMs, PermissionRule... rules) {
    return Permissions.decide(List.of(rules), "bash", "ls", ASK, nowMs).behavior();
  }

  private static PermissionRule at(Scope scope, Behavior behavior, long createdAtMs) {
    return rule(behavior.name(), behavior, "bash", null, scope, null, createdAtMs);
  }

  private static PermissionRule rule(String text) {
    int space = text.indexOf(' ');
    int colon = text.indexOf(": ");
    return rule(
        text,
        text.substring(space + 1, colon < 0 ? text.length() : colon),
        colon < 0 ? null : text.substring(colon + 2));
  }

  private static PermissionRule rule(String text, String tool, @Nullable String command) {
    String behavior = text.substring(0, text.indexOf(' ')).toUpperCase(Locale.ROOT);
    return rule(text, Behavior.valueOf(behavior), tool, command, SESSION, null, 0);
  }

  private static PermissionRule rule(
      String id,
      Behavior behavior,
      String tool,
      @Nullable String command,
      Scope scope,
      @Nullable Long expiresAtMs,
      long createdAtMs) {
    return new PermissionRule(
        1,
        id,
        behavior,
        tool,
        command,
        scope,
        "tnt_root",
        expiresAtMs,
        null,
        0,
        "ada",
        createdAtMs,
        null,
        null);
  }
}
