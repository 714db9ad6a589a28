package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A click that allows for longer than once, on a daemon of its own: such a grant is for all. */
@OnBothDatabases
class AmbientGrantTest {
  private static final String RULES = "/v1/permission-rules";

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;

  AmbientGrantTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private void daemon(Consumer<Http> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      visit.accept(daemon.http());
    }
  }

  /** Runs a command and tells whether the run had to ask. */
  private static boolean asks(Http http, String session, String command) {
    http.session(session);
    String run = http.submit(session, Script.bash(command), Script.SAY_LAST_RESULT);
    JsonNode now =
        http.await(
            "/v1/runs/" + run,
            r -> List.of("waiting_for_approval", "completed").contains(Acceptance.status(r)));
    if (Acceptance.status(now).equals("completed")) {
      assertThat(now.path("outputs").toString()).as("it has run").contains("exit_code");
      return false;
    }
    http.post("/v1/runs/" + run + "/cancel", null).expect(200);
    return true;
  }

  private static JsonNode park(Http http, String session, String command) {
    http.session(session);
    String run = http.submit(session, Script.bash(command), Script.say("after"));
    http.awaitApproval(run);
    return http.run(run);
  }

  private static JsonNode grant(Http http, JsonNode run, String choice, String more) {
    return AmbientAcceptance.decided(
        http.post(
            AmbientAcceptance.RESPOND,
            Acceptance.json(
                "{'session_id':'%s','choice':'%s','approval_id':'%s'%s}",
                Acceptance.text(run, "session_id"), choice, Acceptance.approvalId(run), more)),
        choice);
  }

  @Test
  // H3-34, H3-35
  void H3_34_H3_35_session_allows_the_same_command_here_and_nowhere_else() {
    daemon(
        http -> {
          JsonNode run = park(http, "mine", "echo  granted one");
          grant(http, run, "session", "");
          http.awaitRun(Acceptance.id(run), "completed");

          assertThat(asks(http, "mine", "echo granted   one")).as("spaces are folded").isFalse();
          assertThat(asks(http, "mine", "echo granted two")).isTrue();
          assertThat(asks(http, "mine", "echo granted one && echo two")).isTrue();
          assertThat(asks(http, "mine", "echo granted one | cat")).isTrue();
          assertThat(asks(http, "other", "echo granted one")).isTrue();
        });
    daemon(
        http -> {
          assertThat(asks(http, "mine", "echo granted one")).as("after a restart").isFalse();
          assertThat(asks(http, "other", "echo granted one")).isTrue();
        });
  }

  @Test
  // H3-36
  void H3_36_always_allows_the_same_command_everywhere_and_after_a_restart() {
    daemon(
        http -> {
          JsonNode run = park(http, "mine", "echo for good");
          grant(http, run, "always", "");
          http.awaitRun(Acceptance.id(run), "completed");

          assertThat(asks(http, "mine", "echo for good")).isFalse();
          assertThat(asks(http, "other", "echo for good")).isFalse();
          assertThat(asks(http, "other", "echo for better")).isTrue();
        });
    daemon(
        http -> {
          assertThat(asks(http, "third", "echo for good")).isFalse();
          assertThat(asks(http, "third", "echo for good; echo more")).isTrue();
        });
  }

  @Test
  // H3-34, H3-36
  void H3_34_H3_36_a_wider_key_of_the_prompt_is_granted_when_the_click_names_it() {
    daemon(
        http -> {
          JsonNode run = park(http, "mine", "git status --short");
          grant(http, run, "session", Acceptance.json(",'pattern_key':'git status *'"));
          http.awaitRun(Acceptance.id(run), "completed");

          assertThat(asks(http, "mine", "git status --long")).isFalse();
          assertThat(asks(http, "mine", "git log")).isTrue();
          assertThat(asks(http, "mine", "git status && git log")).isTrue();
          assertThat(asks(http, "mine", "git status $(git log)")).isTrue();
          assertThat(asks(http, "other", "git status --short")).isTrue();
        });
  }

  @ParameterizedTest
  @CsvSource({
    "session,git *",
    "always,*",
    "always,git push *",
    "session,''",
    "always,GIT STATUS *"
  })
  // H3-34, H3-36
  void H3_34_H3_36_a_key_that_was_not_offered_is_refused_and_nothing_is_granted(
      String choice, String key) {
    daemon(
        http -> {
          JsonNode run = park(http, "mine", "git status --short");
          List<JsonNode> before = http.events(Acceptance.id(run));

          JsonNode refusal =
              AmbientAcceptance.no(
                  http.post(
                      AmbientAcceptance.RESPOND,
                      AmbientAcceptance.body(
                          "session_id",
                          "mine",
                          "choice",
                          choice,
                          "approval_id",
                          Acceptance.approvalId(run),
                          "pattern_key",
                          key)),
                  400);

          assertThat(refusal.toString()).contains("pattern_key");
          assertThat(http.run(Acceptance.id(run))).isEqualTo(run);
          assertThat(http.events(Acceptance.id(run))).isEqualTo(before);
          assertThat(asks(http, "other", "git status --short")).isTrue();
        });
  }

  @Test
  // H3-34, H3-36
  void H3_34_H3_36_a_grant_is_a_rule_that_says_who_gave_it_for_what_and_can_be_revoked() {
    daemon(
        http -> {
          Http ada = http.withRole("operator", "ada");
          JsonNode run = park(http, "mine", "echo for good");
          grant(ada, run, "always", "");

          JsonNode rules = http.get(RULES).expect(200).json();
          assertThat(rules.size()).isEqualTo(1);
          JsonNode rule = rules.get(0);
          assertThat(Acceptance.text(rule, "rule_id")).startsWith("rul_");
          assertThat(Acceptance.text(rule, "behavior")).isEqualTo("allow");
          assertThat(Acceptance.text(rule, "tool")).isEqualTo("bash");
          assertThat(Acceptance.text(rule, "command")).isEqualTo("echo for good");
          assertThat(rule.at("/scope/kind").asString()).isEqualTo("user");
          assertThat(Acceptance.text(rule, "created_by")).contains("ada");
          assertThat(rule.path("created_at_ms").asLong()).isPositive();
          assertThat(Acceptance.text(rule, "source_approval_id"))
              .isEqualTo(Acceptance.approvalId(run));

          assertThat(asks(http, "other", "echo for good")).isFalse();
          JsonNode applied = applied(http, "other");
          assertThat(applied.at("/rule/rule_id").asString())
              .isEqualTo(Acceptance.text(rule, "rule_id"));
          assertThat(Acceptance.text(applied, "behavior")).isEqualTo("allow");

          http.send("DELETE", RULES + "/" + Acceptance.text(rule, "rule_id"), null, _ -> {})
              .expect(204);
          assertThat(asks(http, "other", "echo for good")).isTrue();
        });
  }

  /** What the newest run of the session tells of the rule that let it through. */
  private static JsonNode applied(Http http, String session) {
    String run =
        http.get("/v1/runs?limit=1&session_id=" + session).json().get(0).path("run_id").asString();
    return http.events(run).stream()
        .map(entry -> entry.path("event"))
        .filter(event -> Acceptance.text(event, "type").equals("permission_rule_applied"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  // H3-36
  void H3_36_a_grant_for_all_takes_the_same_card_from_another_session() {
    daemon(
        http -> {
          JsonNode mine = park(http, "mine", "echo for good");
          JsonNode other = park(http, "other", "echo for good");
          JsonNode unlike = park(http, "third", "echo for bad");
          try (Sse stream = http.stream("/api/approval/stream?session_id=other")) {
            AmbientAcceptance.initial(stream);

            grant(http, mine, "always", "");

            assertThat(AmbientAcceptance.state(stream, "approval").toString())
                .isEqualTo(AmbientAcceptance.NOTHING);
          }
          http.awaitRun(Acceptance.id(other), "completed");
          AmbientAcceptance.cleared(
              AmbientAcceptance.click(http, "other", "deny", Acceptance.approvalId(other)), "deny");
          assertThat(Acceptance.status(http.run(Acceptance.id(unlike))))
              .isEqualTo("waiting_for_approval");
        });
  }

  @ParameterizedTest
  @CsvSource({"session", "always"})
  // H3-34, H3-36
  void H3_34_H3_36_a_gate_that_is_no_call_is_allowed_once_or_not_at_all(String choice) {
    daemon(
        http -> {
          http.session("s");
          String run = http.submit("s", Script.approval("Release?"), Script.say("after"));
          String approval = http.awaitApproval(run);

          AmbientAcceptance.no(AmbientAcceptance.click(http, "s", choice, approval), 400);

          assertThat(http.run(run).path("pending_approval_ids").size()).isEqualTo(1);
          AmbientAcceptance.decided(AmbientAcceptance.click(http, "s", "once", approval), "once");
          http.awaitRun(run, "completed");
        });
  }
}
