package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Somebody allows a call for longer than once, and what is like it is not asked about again. */
@OnBothDatabases
class GrantTest extends Acceptance {
  private static final String RULES = "/v1/permission-rules";

  private final Moving moving;

  GrantTest(Database database) {
    Moving moving = Moving.on(database);
    super(moving.http());
    this.moving = moving;
  }

  /** Parks a run on this command. */
  private JsonNode parked(String session, String command) {
    JsonNode run = park(session, Script.bash(command));
    assertThat(status(run)).isEqualTo("waiting_for_approval");
    return run;
  }

  /** Runs the command, which nobody must be asked about. */
  private JsonNode passes(String session, String command) {
    JsonNode run = park(session, Script.bash(command), Script.SAY_LAST_RESULT);
    assertThat(status(run)).as(command).isEqualTo("completed");
    return run;
  }

  private Http.Answer resolve(JsonNode run, String behavior, String more) {
    return http.post(
        "/v1/runs/" + id(run) + "/approvals",
        resolutions(one(approvalId(run), behavior, json(more))));
  }

  /** Gives the rule that was stored with the decision. */
  private JsonNode granted(JsonNode run, String grant) {
    String approval = approvalId(run);
    resolve(run, "allow", ",'grant':{" + grant + "}").expect(202);
    awaitRun(id(run), "completed");
    String rule =
        http.get("/v1/approvals/" + approval)
            .expect(200)
            .json()
            .at("/resolution/rule_id")
            .asString();
    JsonNode view = http.get(RULES + "/" + rule).expect(200).json();
    assertThat(text(view, "source_approval_id")).isEqualTo(approval);
    return view;
  }

  private void asks(String session, String command) {
    JsonNode run = parked(session, command);
    resolve(run, "deny", "").expect(202);
    awaitRun(id(run), "completed");
  }

  private void revoke(JsonNode rule) {
    http.send("DELETE", RULES + "/" + text(rule, "rule_id"), null, _ -> {}).expect(204);
  }

  @Test
  // H3-33, H3-37
  void H3_33_H3_37_once_is_this_call_alone_and_a_denied_call_does_not_run() {
    String session = session();
    JsonNode once = parked(session, "echo once");
    resolve(once, "allow", "").expect(202);
    awaitRun(id(once), "completed");
    JsonNode decided = http.get("/v1/approvals/" + approvalId(once)).expect(200).json();
    assertThat(decided.path("resolution").has("rule_id")).isFalse();

    JsonNode again = park(session, Script.bash("echo once"), Script.SAY_LAST_RESULT);
    assertThat(status(again)).isEqualTo("waiting_for_approval");
    resolve(again, "deny", ",'reason':'enough'").expect(202);
    assertThat(lastWords(id(again))).contains("\"denied\":true", "enough");
    assertThat(http.get(RULES + "?session_id=" + session).expect(200).json()).isEmpty();
  }

  @Test
  void a_person_who_denies_is_not_taken_for_a_rule() {
    JsonNode run = parked(session(), "echo posing");
    String posing = ",'rule_id':'rul_01M7EP4BTA0000D5JFGYZTA0B9'";
    assertThat(resolve(run, "deny", posing).expect(400).text()).contains("/resolutions/0/rule_id");
    resolve(run, "deny", "").expect(202);
    awaitRun(id(run), "completed");

    JsonNode decided = http.get("/v1/approvals/" + approvalId(run)).expect(200).json();

    assertThat(decided.at("/resolution/by").asString()).isEqualTo("admin");
    assertThat(decided.path("resolution").has("rule_id")).isFalse();
  }

  @Test
  // H3-34, H3-35
  void H3_34_H3_35_a_grant_for_the_session_holds_in_it_and_in_no_other() {
    String session = session();
    JsonNode rule = granted(parked(session, "echo  for-session"), "'scope':'session'");

    assertThat(text(rule, "behavior")).isEqualTo("allow");
    assertThat(text(rule, "tool")).isEqualTo("bash");
    assertThat(text(rule, "command")).isEqualTo("echo for-session");
    assertThat(rule.at("/scope/id").asString()).isEqualTo(session);
    assertThat(text(rule, "explanation"))
        .contains("Created by admin on ", " with approval " + text(rule, "source_approval_id"));
    JsonNode run = passes(session, "echo for-session");
    assertThat(lastWords(id(run))).contains("for-session");
    asks(session, "echo for-session too");
    asks(session(), "echo for-session");
    assertThat(http.get(RULES + "/" + text(rule, "rule_id")).expect(200).json().path("uses"))
        .hasToString("1");
  }

  @Test
  // H3-36
  void H3_36_a_grant_for_always_holds_in_every_session() {
    String command = "echo always-" + session();
    JsonNode rule = granted(parked(session(), command), "'scope':'user'");

    assertThat(rule.path("scope")).hasToString("{\"kind\":\"user\"}");
    passes(session(), command);
    passes(session(), command);
    revoke(rule);
    asks(session(), command);
  }

  @Test
  void an_automatic_allow_is_an_event_that_names_the_rule() {
    String session = session();
    JsonNode rule = granted(parked(session, "echo told"), "'scope':'session'");

    String run = id(passes(session, "echo told"));

    JsonNode event = event(run, "permission_rule_applied");
    assertThat(event.at("/rule/rule_id")).isEqualTo(rule.path("rule_id"));
    assertThat(event.at("/rule/command").asString()).isEqualTo("echo told");
    assertThat(event.at("/rule/uses").asInt()).isEqualTo(1);
    assertThat(text(event, "behavior")).isEqualTo("allow");
    assertThat(text(event, "tool_name")).isEqualTo("bash");
    assertThat(text(event, "tool_call_id")).isNotBlank();
    assertThat(eventTypes(run)).doesNotContain("waiting_for_approval");
  }

  @Test
  void a_wider_pattern_takes_simple_commands_and_never_compound_ones() {
    String session = session();
    JsonNode rule =
        granted(parked(session, "echo wide one"), "'scope':'session','pattern_key':'echo wide *'");
    assertThat(text(rule, "command")).isEqualTo("echo wide *");

    passes(session, "echo wide two three");
    for (String compound :
        List.of(
            "echo wide; id",
            "echo wide && id",
            "echo wide | sh",
            "echo wide $(id)",
            "echo wide `id`",
            "echo wide > f",
            "echo wide\nid")) {
      asks(session, compound);
    }
  }

  @Test
  void a_revoked_grant_asks_again() {
    String session = session();
    JsonNode rule = granted(parked(session, "echo revoked"), "'scope':'session'");
    passes(session, "echo revoked");

    revoke(rule);

    asks(session, "echo revoked");
  }

  @Test
  void an_expired_grant_asks_again() {
    String session = session();
    JsonNode rule =
        granted(
            parked(session, "echo expired"),
            "'scope':'session','expires_at_ms':" + (moving.now() + 1_000));
    passes(session, "echo expired");

    moving.pass(Duration.ofSeconds(1));

    JsonNode ended = http.get(RULES + "/" + text(rule, "rule_id")).expect(200).json();
    assertThat(status(ended)).isEqualTo("expired");
    assertThat(text(ended, "explanation")).contains("Expired on 20");
    asks(session, "echo expired");
  }

  @Test
  void a_grant_that_is_used_up_asks_again() {
    String session = session();
    JsonNode rule = granted(parked(session, "echo twice"), "'scope':'session','max_uses':2");
    passes(session, "echo twice");
    passes(session, "echo twice");

    asks(session, "echo twice");

    JsonNode spent = http.get(RULES + "/" + text(rule, "rule_id")).expect(200).json();
    assertThat(text(spent, "status")).isEqualTo("used_up");
    assertThat(spent.path("uses").asInt()).isEqualTo(2);
    assertThat(text(spent, "explanation")).endsWith("Used 2 of 2 times.");
  }

  @Test
  void of_many_runs_at_once_exactly_as_many_pass_as_the_rule_allows() {
    String command = "echo counted-" + session();
    String rule =
        text(
            http.post(
                    RULES,
                    json(
                        "{'behavior':'allow','tool':'bash','command':'%s','scope':{'kind':'user'},"
                            + "'max_uses':7}",
                        command))
                .expect(201)
                .json(),
            "rule_id");

    List<String> ends = atOnce(32, () -> status(park(session(), Script.bash(command))));

    assertThat(ends).hasSize(32);
    assertThat(ends.stream().filter("completed"::equals)).hasSize(7);
    assertThat(ends.stream().filter("waiting_for_approval"::equals)).hasSize(25);
    JsonNode spent = http.get(RULES + "/" + rule).expect(200).json();
    assertThat(spent.path("uses").asInt()).isEqualTo(7);
    assertThat(text(spent, "status")).isEqualTo("used_up");
    revoke(spent);
  }

  @Test
  void a_deny_rule_beats_every_grant_and_tells_the_model() {
    String session = session();
    granted(parked(session, "echo denied now"), "'scope':'session'");
    JsonNode deny =
        http.post(
                RULES,
                json(
                    "{'behavior':'deny','tool':'bash','command':'echo denied *',"
                        + "'scope':{'kind':'session','id':'%s'}}",
                    session))
            .expect(201)
            .json();

    String run = id(passes(session, "echo denied now"));

    assertThat(lastWords(run)).contains("\"denied\":true", text(deny, "rule_id"));
    JsonNode event = event(run, "permission_rule_applied");
    assertThat(event.at("/rule/rule_id")).isEqualTo(deny.path("rule_id"));
    assertThat(text(event, "behavior")).isEqualTo("deny");
    assertThat(lastWords(id(passes(session, "true && echo denied x")))).contains("\"denied\":true");
  }

  @Test
  void an_ask_rule_that_is_more_exact_has_somebody_asked() {
    String session = session();
    granted(
        parked(session, "echo careful one"), "'scope':'session','pattern_key':'echo careful *'");
    http.post(
            RULES,
            json(
                "{'behavior':'ask','tool':'bash','command':'echo careful two',"
                    + "'scope':{'kind':'session','id':'%s'}}",
                session))
        .expect(201);

    passes(session, "echo careful three");
    asks(session, "echo careful two");
  }

  @Test
  void a_grant_settles_the_like_that_still_waits_in_its_scope() {
    String command = "echo swept-" + session();
    JsonNode first = parked(session(), command);
    JsonNode second = parked(session(), command);
    JsonNode other = parked(session(), command + " other");

    JsonNode rule = granted(first, "'scope':'user'");

    awaitRun(id(second), "completed");
    JsonNode settled = http.get("/v1/approvals/" + approvalId(second)).expect(200).json();
    assertThat(settled.at("/resolution/by").asString()).isEqualTo("rule:" + text(rule, "rule_id"));
    assertThat(settled.at("/resolution/rule_id")).isEqualTo(rule.path("rule_id"));
    assertThat(status(run(id(other)))).isEqualTo("waiting_for_approval");
    assertThat(event(id(second), "permission_rule_applied").at("/request_id").asString())
        .isEqualTo(approvalId(second));
    revoke(rule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          deny  | {'scope':'session'}                                | /grant
          allow | {}                                                 | /grant/scope
          allow | {'scope':'galaxy'}                                 | /grant/scope
          allow | {'scope':'project'}                                | /grant/scope
          allow | {'scope':'session','pattern_key':'rm *'}           | /grant/pattern_key
          allow | {'scope':'session','pattern_key':''}               | /grant/pattern_key
          allow | {'scope':'session','expires_at_ms':1}              | /grant/expires_at_ms
          allow | {'scope':'session','max_uses':0}                   | /grant/max_uses
          allow | {'scope':'session','max_use':1}                    | /grant/max_use
          """)
  void a_grant_that_cannot_be_given_is_refused_and_nothing_is_resolved(
      String behavior, String grant, String pointer) {
    String session = session();
    JsonNode run = parked(session, "echo refused");
    leavesUnchanged(
        id(run),
        () -> {
          JsonNode problem =
              refused(
                  resolve(run, behavior, ",'grant':" + grant),
                  400,
                  "approvals",
                  "approval_invalid_resolution");
          assertThat(problem.at("/errors/0/pointer").asString())
              .isEqualTo("/resolutions/0" + pointer);
        });
    assertThat(http.get(RULES + "?session_id=" + session).expect(200).json()).isEmpty();
  }

  @Test
  void the_decision_and_its_grant_are_one_and_a_repeated_call_makes_no_second_rule() {
    String session = session();
    JsonNode run = parked(session, "echo keyed");
    String path = "/v1/runs/" + id(run) + "/approvals";
    String body = resolutions(one(approvalId(run), "allow", json(",'grant':{'scope':'session'}")));

    List<Http.Answer> answers = atOnce(6, () -> keyed(path, body, "grant-" + session));

    assertThat(answers).allMatch(answer -> answer.status() == 202);
    assertThat(http.get(RULES + "?session_id=" + session).expect(200).json().size()).isEqualTo(1);
  }
}
