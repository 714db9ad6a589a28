package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class RuleCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static String pending(String run) throws Exception {
    return desk.client().runs().find(run).pendingApprovalIds().getFirst();
  }

  /** Parks a run on the command and has it decided. */
  private static String decided(String session, String command, String... decision)
      throws Exception {
    String run = desk.park(session, Desk.commands(command));
    String[] words = new String[decision.length + 2];
    words[0] = "approvals";
    words[1] = decision[0];
    words[2] = pending(run);
    System.arraycopy(decision, 1, words, 3, decision.length - 1);
    assertThat(desk.type(words).exitCode()).isZero();
    desk.http().awaitRun(run, "completed");
    return run;
  }

  @Test
  void a_rule_is_added_listed_explained_and_revoked() throws Exception {
    String session = desk.session();
    assertThat(desk.type("rules", "list", "--session", session).out()).startsWith("No rules;");

    Outcome added =
        desk.type(
            "rules",
            "add",
            "allow",
            "bash",
            "--command",
            "git push *",
            "--session",
            session,
            "--expires",
            "8h",
            "--max-uses",
            "5");
    assertThat(added.exitCode()).as(added.toString()).isZero();
    String id = added.out().strip();
    assertThat(id).matches("rul_\\w+");
    assertThat(added.err()).startsWith("Allows simple commands that begin with `git push …`");
    assertThat(desk.type("rules", "list", "--session", session).out())
        .contains("RULE", "DOES", "CALLS", "WHERE", "USES", "ENDS", "BY")
        .containsPattern(
            id + " +allow +bash: git push \\* +session " + session + " +0 of 5 +in 7 hours +admin");
    for (String word : new String[] {"show", "get"}) {
      assertThat(desk.type("rules", word, id).out())
          .contains(
              "rule        " + id,
              "status      active",
              "does        allow",
              "command     git push *",
              "where       session " + session,
              "uses        0 of 5",
              "ends        20",
              "by          admin",
              "Allows simple commands that begin with `git push …` in session");
    }
    assertThat(desk.json("rules", "show", id).path("max_uses").asInt()).isEqualTo(5);

    assertThat(desk.type("rules", "revoke", id).err()).isEqualTo("Revoked.\n");
    assertThat(desk.type("rules", "revoke", id).exitCode()).isEqualTo(5);
    assertThat(desk.type("rules", "show", id).exitCode()).isEqualTo(5);
    assertThat(desk.json("rules", "list", "--session", session)).isEmpty();
  }

  @Test
  void a_rule_for_everything_and_one_for_a_project_say_so() throws Exception {
    String everywhere = desk.type("rules", "add", "deny", "mcp__*", "--everywhere").out().strip();
    String session = desk.session();
    desk.json("projects", "create", "move", "--member", session);
    JsonNode project =
        desk.json("rules", "add", "ask", "*", "--project", projectOf(session), "--max-uses", "1");

    assertThat(desk.type("rules", "list", "--everywhere").out())
        .contains(everywhere, "everywhere", "when revoked")
        .doesNotContain("project ");
    assertThat(desk.type("rules", "list", "--project", projectOf(session)).out())
        .contains(project.path("rule_id").asString(), "project " + projectOf(session), "0 of 1");
    assertThat(desk.json("rules", "list", "--all").size()).isGreaterThanOrEqualTo(2);
    desk.type("rules", "revoke", everywhere);
    desk.type("rules", "revoke", project.path("rule_id").asString());
  }

  private static String projectOf(String session) {
    return desk.http()
        .get("/v1/projects")
        .json()
        .valueStream()
        .filter(project -> project.path("members").toString().contains(session))
        .findFirst()
        .orElseThrow()
        .path("project_id")
        .asString();
  }

  @Test
  void a_test_shows_what_would_have_matched_and_marks_what_a_person_denied() throws Exception {
    String session = desk.session();
    decided(session, "git push good", "allow");
    decided(session, "git push bad", "deny", "--reason", "not on a Friday");
    decided(session, "git pull", "allow");

    Outcome tried =
        desk.type(
            "rules", "test", "allow", "bash", "--command", "git push *", "--session", session);

    assertThat(tried.exitCode()).as("a person denied one of them").isEqualTo(10);
    assertThat(tried.out())
        .contains("CALL", "OUTCOME", "WHEN", "SESSION", "RUN")
        .containsPattern("(?m)^! +bash: git push bad +denied by admin: not on a Friday ")
        .containsPattern("(?m)^ +bash: git push good +allowed by admin ")
        .doesNotContain("git pull")
        .endsWith(
            "2 of the last 3 calls would have matched; a person allowed 1 and denied 1 of them.\n");

    Outcome harmless =
        desk.type("rules", "test", "allow", "bash", "--command", "git pull", "--session", session);
    assertThat(harmless.exitCode()).isZero();
    assertThat(harmless.out()).endsWith("a person allowed 1 and denied 0 of them.\n");
    assertThat(
            desk.type(
                    "rules", "test", "deny", "bash", "--command", "git pull", "--session", session)
                .exitCode())
        .as("somebody allowed what it would deny")
        .isEqualTo(10);
    assertThat(
            desk.json("rules", "test", "ask", "*", "--session", session, "--last", "2")
                .path("examined")
                .asInt())
        .isEqualTo(2);
    Outcome nothing = desk.type("rules", "test", "allow", "read_file", "--session", session);
    assertThat(nothing.exitCode()).isZero();
    assertThat(nothing.out())
        .isEqualTo(
            "0 of the last 3 calls would have matched; a person allowed 0 and denied 0 of"
                + " them.\n");
  }

  @Test
  void a_rule_that_exists_is_tested_by_its_id() throws Exception {
    String session = desk.session();
    decided(session, "echo x", "deny");
    String id = desk.type("rules", "add", "allow", "bash", "--session", session).out().strip();

    Outcome tried = desk.type("rules", "test", id);

    assertThat(tried.exitCode()).isEqualTo(10);
    assertThat(tried.out()).contains("! ", "bash: echo x");
    assertThat(desk.type("rules", "test", "rul_01M7EP4BTA0000D5JFGYZTA0B9").exitCode())
        .isEqualTo(5);
  }

  @Test
  void allowing_for_the_session_leaves_a_rule_behind() throws Exception {
    String session = desk.session();
    String asked =
        decided(
            session,
            "echo hold one",
            "allow",
            "--for",
            "session",
            "--pattern",
            "echo hold *",
            "--expires",
            "1h",
            "--max-uses",
            "9");

    String passed = desk.park(session, Desk.commands("echo hold two"));

    assertThat(desk.client().runs().find(passed).status().name()).isEqualTo("COMPLETED");
    JsonNode rule = desk.json("rules", "list", "--session", session).get(0);
    assertThat(rule.path("command").asString()).isEqualTo("echo hold *");
    assertThat(rule.path("uses").asInt()).isEqualTo(1);
    assertThat(rule.path("max_uses").asInt()).isEqualTo(9);
    assertThat(rule.path("expires_at_ms").isIntegralNumber()).isTrue();
    String approval = rule.path("source_approval_id").asString();
    assertThat(desk.type("approvals", "show", approval).out())
        .contains("run         " + asked, "patterns    echo hold one\n            echo hold *");
    assertThat(desk.type("runs", "events", passed).out())
        .contains("permission rule applied", rule.path("rule_id").asString());
  }

  @Test
  void allowing_always_holds_in_every_session() throws Exception {
    decided(desk.session(), "echo for ever", "allow", "--for", "always");

    String passed = desk.park(desk.session(), Desk.commands("echo for ever"));

    assertThat(desk.client().runs().find(passed).status().name()).isEqualTo("COMPLETED");
    assertThat(desk.type("rules", "list", "--everywhere").out()).contains("bash: echo for ever");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          rules add allow bash                                   | Missing required argument
          rules add permit bash --everywhere                     | 'permit' is not one of allow, ask, deny
          rules add allow bash --everywhere --session x          | mutually exclusive
          rules add allow bash --everywhere --expires soon       | 'soon' is not a time span
          rules add allow bash --everywhere --max-uses 0         | /max_uses
          rules add allow b*h --everywhere                       | /tool
          rules add allow edit_file --everywhere --target ../x   | a path in the workspace
          rules add allow bash --everywhere --target src/**      | /target
          rules test allow bash --everywhere --command x --target y | not allowed together with command
          approvals allow apr_1 --for session --expires ever     | 'ever' is not a time span
          rules add allow bash --session nobody-here             | is not a session
          rules test allow bash                                  | specify the scope of the rule
          rules test nonsense                                    | give the id of a rule
          rules test rul_1 --everywhere                          | give only its id
          rules test permit bash --everywhere                    | 'permit' is not one of allow, ask, deny
          rules test allow bash --everywhere --last 1001         | /limit
          approvals allow apr_1 --pattern x                      | require --for session
          approvals allow apr_1 --for ever                       | 'ever' is not one of session, always
          approvals allow apr_1 apr_2 --for session --pattern x  | can only be used with one approval
          """)
  void what_cannot_be_meant_is_said_and_does_nothing(String typed, String said) {
    Outcome outcome = desk.type(typed.split(" +"));

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(2);
    assertThat(outcome.err()).contains(said);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  @DisplayName("a rule of --for lasts 8 hours, says so, and stays with --expires never")
  void a_rule_of_for_lasts_eight_hours() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("echo eight"));
    long before = System.currentTimeMillis();

    Outcome allowed = desk.type("approvals", "allow", pending(run), "--for", "session");

    assertThat(allowed.err()).contains("The rule expires in 8 hours.", "--expires never");
    desk.http().awaitRun(run, "completed");
    assertThat(
            desk.json("rules", "list", "--session", session).get(0).path("expires_at_ms").asLong())
        .isBetween(before + 8 * 3_600_000L, System.currentTimeMillis() + 8 * 3_600_000L);
    String next = desk.park(session, Desk.commands("echo never"));
    Outcome kept =
        desk.type("approvals", "allow", pending(next), "--for", "session", "--expires", "never");
    assertThat(kept.err()).doesNotContain("8 hours");
    desk.http().awaitRun(next, "completed");
    assertThat(desk.json("rules", "list", "--session", session).get(0).has("expires_at_ms"))
        .isFalse();
  }

  @Test
  @DisplayName("PG-33 rules add and rules test take a target")
  void a_rule_has_a_target() throws Exception {
    String session = desk.session();
    JsonNode rule =
        desk.json("rules", "add", "allow", "edit_file", "--target", "src/**", "--session", session);

    assertThat(rule.path("target").asString()).isEqualTo("src/**");
    assertThat(desk.type("rules", "list", "--session", session).out())
        .contains("edit_file: src/**");
    assertThat(desk.type("rules", "show", rule.path("rule_id").asString()).out())
        .contains("target      src/**", "Allows calls of edit_file for files below src in session");
    assertThat(
            desk.type(
                    "rules",
                    "test",
                    "allow",
                    "edit_file",
                    "--target",
                    "src/**",
                    "--session",
                    session)
                .out())
        .contains("0 of the last 0 calls would have matched");
  }

  @Test
  void a_pattern_that_was_not_offered_is_refused_and_the_call_still_waits() throws Exception {
    String run = desk.park(desk.session(), Desk.commands("echo a; echo b"));
    String id = pending(run);

    Outcome refused =
        desk.type("approvals", "allow", id, "--for", "session", "--pattern", "echo *");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("pattern_key");
    assertThat(pending(run)).isEqualTo(id);
  }
}
