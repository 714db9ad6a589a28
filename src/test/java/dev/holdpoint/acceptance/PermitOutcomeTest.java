package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes of a redeemed permit whose runner says nothing, or does not know. */
@OnBothDatabases
class PermitOutcomeTest extends Tenancy {
  private static final String FIRST = "job-0123456789abcdef";
  private static final String SECOND = "job-fedcba9876543210";
  private static final String CALL = "'tool_name':'deploy','input':{'to':'prod'}";

  PermitOutcomeTest(Database database) {
    super(database);
  }

  private static String path(String permitId) {
    return "/v1/permits/" + permitId;
  }

  private static String raise(String session, String more) {
    return "/v1/sessions/%s/approval-requests {%s,'reason':'release'%s}"
        .formatted(session, CALL, more);
  }

  /** Asks and allows; gives the id of the permit. */
  private String allowed(String session, String more) {
    String[] request = raise(session, more).split(" ", 2);
    JsonNode raised = http.post(request[0], json(request[1])).expect(201).json();
    String gate = text(raised.path("request"), "id");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate)).expect(202);
    return "prm_" + gate.substring(4);
  }

  private JsonNode permit(String id) {
    return http.get(path(id)).expect(200).json();
  }

  private Http.Answer redeem(String id, String key) {
    return http.post(
        path(id) + "/redeem",
        json(
            "{'permit':'%s','redeemer_key':'%s',%s}",
            permit(id).path("permit").asString("x.y.z"), key, json(CALL)));
  }

  private Http.Answer report(String id, String key, String outcome) {
    return http.post(
        path(id) + "/result", json("{'redeemer_key':'%s','outcome':'%s'}", key, outcome));
  }

  /** A permit whose runner does not know what became of it; gives its id. */
  private String uncertain(String session) {
    String id = allowed(session, "");
    redeem(id, FIRST).expect(200);
    assertThat(text(report(id, FIRST, "uncertain").expect(200).json(), "state"))
        .isEqualTo("uncertain");
    return id;
  }

  private long settled(String state) {
    String sample = "holdpoint_permits_total{state=\"" + state + "\"} ";
    return http.get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(sample))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(sample.length())))
        .sum();
  }

  private JsonNode question(String permitId) {
    return http.get("/v1/questions/" + text(permit(permitId), "question_id")).expect(200).json();
  }

  private void say(String permitId, String word) {
    JsonNode question = question(permitId);
    http.post(
            "/v1/runs/" + text(question, "run_id") + "/questions",
            json(
                "{'resolution':{'request_id':'%s','answers':[{'question_id':'effect','selected_option_ids':['%s']}]}}",
                text(question.path("request"), "id"), word))
        .expect(202);
  }

  private List<JsonNode> questions(String session) {
    return http.get("/v1/questions?session_id=" + session)
        .expect(200)
        .json()
        .valueStream()
        .toList();
  }

  // PF-38
  @Test
  void PF_38_a_permit_without_a_result_is_asked_about_once_at_its_time() {
    String session = session();
    String id = allowed(session, ",'permit':{'result_within_ms':1000}");
    redeem(id, FIRST).expect(200);
    long due = permit(id).path("result_due_at_ms").asLong();

    JsonNode shown = http.await(path(id), view -> view.has("question_id"));
    assertThat(text(shown, "state")).isEqualTo("uncertain");
    assertThat(shown.path("settled_at_ms").asLong()).isEqualTo(due);
    assertThat(questions(session)).hasSize(1);
    JsonNode request = question(id).path("request");
    assertThat(text(request, "purpose")).isEqualTo("effect_uncertain");
    JsonNode effect = request.path("effect");
    assertThat(text(effect, "permit_id")).isEqualTo(id);
    assertThat(text(effect, "tool_name")).isEqualTo("deploy");
    assertThat(effect.path("input")).isEqualTo(JSON.readTree("{\"to\":\"prod\"}"));
    assertThat(text(effect, "digest")).isEqualTo(text(shown, "digest"));
    assertThat(effect.path("started_at_ms")).isEqualTo(shown.path("redeemed_at_ms"));
    assertThat(effect.path("attempt").asInt()).isEqualTo(1);
    assertThat(request.at("/questions/0/options").valueStream().map(option -> text(option, "id")))
        .containsExactly("happened", "not_happened", "unknown");
    String run = text(question(id), "run_id");
    assertThat(text(event(run, "effect_uncertain"), "question_id")).isEqualTo(text(request, "id"));
    // The same report again is taken, and nobody is asked twice.
    report(id, FIRST, "uncertain").expect(200);
    assertThat(questions(session)).hasSize(1);

    long succeeded = settled("succeeded");
    say(id, "happened");
    assertThat(text(permit(id), "state")).isEqualTo("succeeded");
    assertThat(settled("succeeded")).as("people's words are counted").isEqualTo(succeeded + 1);
    assertThat(text(event(run, "effect_settled"), "resolved")).isEqualTo("happened");
    assertThat(status(run(run))).isEqualTo("completed");
    assertThat(questions(session)).isEmpty();
    report(id, FIRST, "succeeded").expect(200);
    refused(report(id, FIRST, "failed"), 409, "permits", "permit_settled");
  }

  // PF-38
  @Test
  void PF_38_a_result_before_the_answer_settles_it_and_withdraws_the_question() {
    for (Map.Entry<String, String> outcome :
        Map.of("succeeded", "succeeded", "failed", "failed").entrySet()) {
      String session = session();
      String id = uncertain(session);
      assertThat(questions(session)).hasSize(1);
      String run = text(question(id), "run_id");

      assertThat(text(report(id, FIRST, outcome.getKey()).expect(200).json(), "state"))
          .isEqualTo(outcome.getValue());

      assertThat(questions(session)).isEmpty();
      assertThat(text(question(id).path("resolution"), "outcome")).isEqualTo("withdrawn");
      assertThat(status(run(run))).isEqualTo("completed");
      assertThat(eventTypes(run)).doesNotContain("effect_settled");
      refused(
          http.post(
              "/v1/runs/" + run + "/questions",
              json(
                  "{'resolution':{'request_id':'%s','answers':[{'question_id':'effect','selected_option_ids':['not_happened']}]}}",
                  text(permit(id), "question_id"))),
          409,
          "questions",
          "question_state_conflict");
      assertThat(text(permit(id), "state")).isEqualTo(outcome.getValue());
    }
  }

  // PF-39
  @Test
  void PF_39_a_late_result_is_kept_and_voids_the_attempt_that_is_still_ready() {
    String id = uncertain(session());
    String spent = permit(id).path("permit").asString("");
    assertThat(spent).isEmpty();
    say(id, "not_happened");
    JsonNode again = permit(id);
    assertThat(text(again, "state")).isEqualTo("ready");
    assertThat(again.path("attempt").asInt()).isEqualTo(2);
    assertThat(again.path("not_after_ms").asLong())
        .isGreaterThan(again.path("issued_at_ms").asLong());
    refused(redeem(id, FIRST), 409, "permits", "permit_redeemed");

    refused(report(id, FIRST, "succeeded"), 409, "permits", "permit_settled");
    refused(report(id, FIRST, "succeeded"), 409, "permits", "permit_settled");

    JsonNode over = permit(id);
    assertThat(text(over, "state")).isEqualTo("void");
    assertThat(text(over, "void_reason")).isEqualTo("late_result");
    assertThat(over.path("late_results").size()).isEqualTo(1);
    assertThat(over.at("/late_results/0/attempt").asInt()).isEqualTo(1);
    assertThat(over.at("/late_results/0/outcome").asString()).isEqualTo("succeeded");
    assertThat(over.at("/late_results/0/by").asString()).isEqualTo("admin");
    refused(redeem(id, SECOND), 403, "permits", "permit_invalid");
  }

  // PF-39
  @Test
  void PF_39_an_attempt_that_has_begun_goes_on_beside_a_late_result() {
    String id = uncertain(session());
    say(id, "not_happened");
    assertThat(redeem(id, SECOND).expect(200).json().path("attempt").asInt()).isEqualTo(2);
    refused(report(id, FIRST, "succeeded"), 409, "permits", "permit_settled");
    assertThat(text(permit(id), "state")).isEqualTo("started");
    assertThat(permit(id).path("late_results").size()).isEqualTo(1);
    report(id, SECOND, "succeeded").expect(200);
    assertThat(text(permit(id), "state")).isEqualTo("succeeded");
  }

  @Test
  @DisplayName("PF-20 A permit of an attempt that is over says when and by whom it was redeemed")
  void PF_20_a_permit_of_an_attempt_that_is_over_says_who_used_it() {
    String id = allowed(session(), "");
    String first = text(permit(id), "permit");
    JsonNode begun = redeem(id, FIRST).expect(200).json();
    report(id, FIRST, "uncertain").expect(200);
    say(id, "not_happened");
    String again = json("{'permit':'%s','redeemer_key':'%s'%s}", first, SECOND, json("," + CALL));
    for (String state : new String[] {"ready", "started"}) {
      assertThat(text(permit(id), "state")).isEqualTo(state);
      JsonNode problem =
          refused(http.post(path(id) + "/redeem", again), 409, "permits", "permit_redeemed");
      assertThat(problem.path("redeemed_at_ms")).isEqualTo(begun.path("redeemed_at_ms"));
      assertThat(problem.path("redeemed_by")).isEqualTo(begun.path("redeemed_by"));
      if (state.equals("ready")) {
        redeem(id, SECOND + "x").expect(200);
      }
    }
  }

  @Test
  void what_nobody_knows_stays_uncertain_for_good() {
    String id = uncertain(session());
    say(id, "unknown");
    assertThat(text(permit(id), "state")).isEqualTo("uncertain");
    refused(report(id, FIRST, "succeeded"), 409, "permits", "permit_settled");
    assertThat(text(permit(id), "state")).isEqualTo("uncertain");
  }

  @Test
  void a_question_that_is_cancelled_says_nothing_of_the_permit() {
    String id = uncertain(session());
    JsonNode question = question(id);
    http.post(
            "/v1/runs/%s/questions/%s/cancel"
                .formatted(text(question, "run_id"), text(permit(id), "question_id")),
            "{}")
        .expect(200);
    assertThat(text(permit(id), "state")).isEqualTo("uncertain");
    report(id, FIRST, "failed").expect(200);
    assertThat(text(permit(id), "state")).isEqualTo("failed");
  }

  @Test
  void in_a_session_that_has_ended_nobody_is_asked() {
    String session = session();
    String id = allowed(session, "");
    redeem(id, FIRST).expect(200);
    http.post("/v1/sessions/" + session + "/end", "{}");
    assertThat(text(report(id, FIRST, "uncertain").expect(200).json(), "state"))
        .isEqualTo("uncertain");
    assertThat(permit(id).has("question_id")).isFalse();
  }

  // PF-35
  @Test
  void PF_35_where_one_click_does_not_decide_a_new_revision_is_asked() {
    String tenant = tenant();
    String session = sessionOf(tenant, null);
    String[] request = raise(session, ",'request_key':'deploy-9'").split(" ", 2);
    String id = allowed(session, ",'request_key':'deploy-9'");
    redeem(id, FIRST).expect(200);
    report(id, FIRST, "uncertain").expect(200);
    put(at(tenant) + "/approval-policy", "{'approvals_required':2}").expect(200);

    say(id, "not_happened");

    JsonNode over = permit(id);
    assertThat(text(over, "state")).isEqualTo("void");
    assertThat(text(over, "void_reason")).isEqualTo("superseded");
    String successor = text(over, "successor_id");
    JsonNode next = http.get("/v1/approvals/" + successor).expect(200).json();
    assertThat(next.at("/request/revision").asInt()).isEqualTo(2);
    assertThat(text(next.path("request"), "revises")).isEqualTo("apr_" + id.substring(4));
    assertThat(text(next, "session_id")).isEqualTo(session);
    JsonNode found = http.post(request[0], json(request[1])).expect(201).json();
    assertThat(text(found.path("request"), "id")).isEqualTo(successor);

    put(at(tenant) + "/approval-policy", "{'approvals_required':1}").expect(200);
    http.post("/v1/runs/" + text(next, "run_id") + "/approvals", allow(successor)).expect(202);
    String second = "prm_" + successor.substring(4);
    assertThat(text(permit(second), "state")).isEqualTo("ready");
    refused(report(id, FIRST, "succeeded"), 409, "permits", "permit_settled");
    assertThat(text(permit(second), "void_reason")).isEqualTo("late_result");
  }
}
