package dev.holdpoint.engine.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WideRulesTest {
  private static PermissionRule rule(Behavior behavior, String tool, @Nullable String command) {
    return new PermissionRule(
        1,
        "rul_1",
        behavior,
        tool,
        command,
        new Scope(ScopeKind.SESSION, "s"),
        Tenants.ROOT,
        null,
        null,
        0,
        "ada",
        0,
        null,
        null);
  }

  // AG-07
  @ParameterizedTest
  @CsvSource({
    "acp:claude/Bash, true",
    "acp:claude/bash, true",
    "acp:gemini/execute, true",
    "acp:qwen/run_shell_command, true",
    "acp:codex/exec_command, true",
    "acp:claude/B*, true",
    "acp:claude/*, true",
    "acp:cl*, true",
    "acp:*, true",
    "a*, true",
    "*, true",
    "acp:claude/Read, false",
    "acp:claude/Basher, false",
    "acp:claude/W*, false",
    "acp:claude, false",
    "bash, false",
    "Bash, false",
    "acpx*, false",
    "acp:claude/Shell, false",
    "hook:codex/Bash, true",
    "hook:cursor/Shell, true",
    "hook:gemini/run_shell_command, true",
    "hook:gemini/*, true",
    "hook:*, true",
    "hook:gemini/write_file, false",
    "hooked*, false",
    "list_*, false"
  })
  void AG_07_a_rule_is_wide_where_it_allows_every_command_of_an_agent(String tool, boolean wide) {
    assertThat(WideRules.isWide(rule(Behavior.ALLOW, tool, null))).isEqualTo(wide);
    assertThat(WideRules.isWide(rule(Behavior.DENY, tool, null))).isFalse();
    assertThat(WideRules.isWide(rule(Behavior.ASK, tool, null))).isFalse();
    assertThat(WideRules.isWide(rule(Behavior.ALLOW, tool, "git status *"))).isFalse();
  }
}
