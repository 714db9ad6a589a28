package dev.holdpoint.core.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {
  private static final long NINE = 1_763_197_200_000L;
  private static final Scope SESSION = new Scope(ScopeKind.SESSION, "deploys");

  private static PermissionRule rule(
      Behavior behavior,
      String tool,
      @Nullable String command,
      Scope scope,
      @Nullable Long expiresAtMs,
      @Nullable Integer maxUses,
      int uses,
      @Nullable String approvalId) {
    return new PermissionRule(
        1,
        "rul_1",
        behavior,
        tool,
        command,
        scope,
        "tnt_root",
        expiresAtMs,
        maxUses,
        uses,
        "ada",
        NINE,
        approvalId,
        null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          allow | bash   |              | Allows all calls of bash in session deploys without asking
          ask   | mcp__* |              | Asks a person before all calls of tools whose names begin with mcp__ in session deploys
          deny  | *      |              | Denies all calls of all tools in session deploys
          allow | bash   | git push *   | Allows simple commands that begin with 'git push …' in session deploys without asking
          allow | bash   | git push; ls | Allows exactly 'git push; ls' in session deploys without asking
          allow | bash   | =rm *        | Allows exactly 'rm *' in session deploys without asking
          ask   | bash   | git push *   | Asks a person before commands that contain 'git push …' in session deploys
          deny  | ba*    | rm x         | Denies commands that contain 'rm x' in session deploys
          deny  | bash   | rm *         | Denies commands that contain 'rm …' in session deploys
          """)
  void what_it_does_is_told_in_words(
      String behavior, String tool, @Nullable String command, String effect) {
    PermissionRule rule =
        rule(
            Behavior.valueOf(behavior.toUpperCase(Locale.ROOT)),
            tool,
            command,
            SESSION,
            null,
            null,
            0,
            null);

    assertThat(Explanation.of(rule, NINE))
        .isEqualTo(
            effect.replace('\'', '`')
                + ". Created by ada on 2025-11-15 09:00 UTC. Valid until revoked. Used 0 times.");
  }

  @Test
  void where_by_whom_until_when_and_how_often_is_told() {
    Scope project = new Scope(ScopeKind.PROJECT, "move");
    Scope user = new Scope(ScopeKind.USER, "tnt_root");

    assertThat(
            Explanation.of(
                rule(Behavior.ALLOW, "bash", "ls", project, NINE + 60_000, 3, 1, "apr_1"), NINE))
        .isEqualTo(
            "Allows exactly `ls` in project move without asking. Created by ada on 2025-11-15 09:00"
                + " UTC with approval apr_1. Valid until 2025-11-15 09:01 UTC. Used 1 of 3 times.");
    assertThat(
            Explanation.of(
                rule(Behavior.DENY, "bash", null, user, NINE + 60_000, 1, 1, null), NINE + 60_000))
        .isEqualTo(
            "Denies all calls of bash in every session. Created by ada on 2025-11-15 09:00 UTC."
                + " Expired on 2025-11-15 09:01 UTC. Used 1 of 1 times.");
  }

  @Test
  void of_a_long_command_the_beginning_is_told() {
    String program = "echo " + "\ud83d\ude00".repeat(1_000);

    assertThat(
            Explanation.of(
                rule(Behavior.ALLOW, "bash", program, SESSION, null, null, 0, null), NINE))
        .startsWith("Allows exactly `echo \ud83d\ude00")
        .contains("\ud83d\ude00…` in session")
        .hasSizeLessThan(500);
  }

  private static String told(String tool, String target) {
    PermissionRule rule =
        new PermissionRule(
            1,
            "rul_1",
            Behavior.ALLOW,
            tool,
            null,
            SESSION,
            "tnt_root",
            null,
            null,
            0,
            "ada",
            NINE,
            null,
            null,
            false,
            null,
            target);
    return Explanation.of(rule, NINE);
  }

  @Test
  @DisplayName("PG-33 of a long host the end is told, whose domain it is")
  void PG_33_of_a_long_host_the_end_is_told() {
    String host = "api.example.com.".repeat(12) + "evil.test";

    assertThat(told("http_request", "POST https://" + host + "/v2/" + "p".repeat(400)))
        .contains("POST request to https://…", ".evil.test/v2/pppp", "p… in session")
        .hasSizeLessThan(500);
    assertThat(told("http_request", "* https://*.example.com:8443/*"))
        .contains("any request to https://*.example.com:8443/* in session");
  }

  @Test
  @DisplayName("PG-33 marks that hide or turn text are spelled out")
  void PG_33_marks_are_spelled_out() {
    assertThat(told("edit_file", "src/\u202egnp.sh"))
        .contains("the file src/⟨RLO⟩gnp.sh")
        .doesNotContain("\u202e");
  }
}
