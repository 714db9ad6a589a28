package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** One call decides approvals of many runs. */
@OnBothDatabases
class ManyDecisionsTest extends Acceptance {
  private static final String PATH = "/v1/approvals/resolutions";
  private static final String UNKNOWN = "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ";

  private final List<String> policies = new ArrayList<>();

  ManyDecisionsTest(Database database) {
    super(database);
  }

  @AfterEach
  void remove() {
    policies.forEach(it -> http.send("DELETE", "/v1/approval-policies/" + it, null, _ -> {}));
  }

  private List<JsonNode> raise(int n) {
    return raise(session(), n);
  }

  private List<JsonNode> raise(String session, int n) {
    String raise = "/v1/sessions/" + session + "/approval-requests";
    List<JsonNode> raised = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      raised.add(
          http.post(raise, json("{'tool_name':'deploy','input':{'n':%d},'reason':'x'}", i))
              .expect(201)
              .json());
    }
    return raised;
  }

  private static String requestId(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  private static String yes(JsonNode raised) {
    return one(
        requestId(raised),
        "allow",
        json(",'expected_digest':'%s'", text(raised.path("request"), "digest")));
  }

  private static String body(List<String> all, String more) {
    return "{\"resolutions\":[" + String.join(",", all) + "]" + json(more) + "}";
  }

  private String outcome(JsonNode raised) {
    return http.get("/v1/approvals/" + requestId(raised))
        .expect(200)
        .json()
        .at("/resolution/outcome")
        .asString();
  }

  @Test
  // DX-74
  void DX_74_each_is_decided_by_itself_and_every_refusal_is_told_whole() {
    List<JsonNode> raised = raise(50);
    for (JsonNode stale : raised.subList(0, 5)) {
      http.post("/v1/runs/" + id(stale) + "/approvals", deny(requestId(stale), "no")).expect(202);
    }
    List<String> all = new ArrayList<>(raised.stream().map(ManyDecisionsTest::yes).toList());
    JsonNode others = raiseUnder("1 of person:fay");
    all.set(7, yes(others));
    JsonNode waiting = raiseUnder("2 of anyone");
    all.set(8, yes(waiting));
    all.set(5, one(requestId(raised.get(5)), "allow", json(",'expected_digest':'0'")));
    all.set(6, one(UNKNOWN, "deny", ""));

    JsonNode told = http.post(PATH, body(all, "")).expect(200).json();

    assertThat(told.path("resolved").asInt()).isEqualTo(41);
    assertThat(told.path("waiting").asInt()).isEqualTo(1);
    assertThat(told.path("refused").asInt()).isEqualTo(8);
    JsonNode results = told.path("results");
    assertThat(results.size()).isEqualTo(50);
    JsonNode late = results.get(0);
    assertThat(text(late, "result")).isEqualTo("refused");
    assertThat(text(late, "run_id")).isEqualTo(id(raised.getFirst()));
    assertThat(late.at("/problem/resolution/outcome").asString()).isEqualTo("denied");
    assertThat(late.at("/problem/status").asInt()).isEqualTo(409);
    assertThat(results.get(5).at("/problem/code").asString())
        .isEqualTo("approval_revision_conflict");
    assertThat(results.get(5).at("/problem/errors/0/pointer").asString())
        .isEqualTo("/resolutions/5/expected_digest");
    assertThat(results.get(6).at("/problem/code").asString()).isEqualTo("approval_not_found");
    assertThat(results.get(6).has("run_id")).isFalse();
    JsonNode ineligible = results.get(7);
    assertThat(text(ineligible, "run_id")).isEqualTo(id(others));
    assertThat(ineligible.at("/problem/status").asInt()).isEqualTo(403);
    assertThat(ineligible.at("/problem/code").asString()).isEqualTo("approval_not_eligible");
    assertThat(ineligible.at("/problem/detail").asString()).contains("fay");
    assertThat(ineligible.has("standing")).isFalse();
    assertThat(text(results.get(8), "result")).isEqualTo("waiting");
    assertThat(results.get(8).at("/standing/votes").size()).isEqualTo(1);
    assertThat(text(results.get(9), "result")).isEqualTo("resolved");
    assertThat(text(results.get(9), "outcome")).isEqualTo("allowed");
    assertThat(outcome(raised.get(9))).isEqualTo("allowed");
    assertThat(outcome(raised.get(5))).isEmpty();
  }

  /** One whose session has a policy of its own, which waits for these people. */
  private JsonNode raiseUnder(String needs) {
    String session = session();
    policies.add(
        text(
            http.post(
                    "/v1/approval-policies",
                    json(
                        "{'name':'%s','needs':'%s','requester_may_approve':true,"
                            + "'match':{'sessions':['%s']}}",
                        session, needs, session))
                .expect(201)
                .json(),
            "policy_id"));
    return raise(session, 1).getFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"each", "all"})
  // DX-74
  void DX_74_what_waits_for_more_people_says_for_whom(String mode) {
    JsonNode waiting = raiseUnder("2 of anyone");
    JsonNode decided = raise(1).getFirst();

    JsonNode told =
        http.post(PATH, body(List.of(yes(waiting), yes(decided)), ",'mode':'" + mode + "'"))
            .expect(200)
            .json();

    assertThat(told.path("waiting").asInt()).isEqualTo(1);
    JsonNode first = told.path("results").get(0);
    assertThat(text(first, "result")).isEqualTo("waiting");
    assertThat(first.at("/standing/summary").asString()).startsWith("waits for 1 more of anyone");
    assertThat(first.path("standing"))
        .isEqualTo(
            http.get("/v1/approvals/" + requestId(waiting))
                .expect(200)
                .json()
                .at("/request/standing"));
    assertThat(told.at("/results/1/outcome").asString()).isEqualTo("allowed");
    assertThat(told.path("results").get(1).has("standing")).isFalse();
  }

  @Test
  // DX-75
  void DX_75_all_decides_nothing_when_one_is_stale() {
    List<JsonNode> raised = raise(3);
    http.post("/v1/runs/" + id(raised.get(2)) + "/approvals", deny(requestId(raised.get(2)), "no"))
        .expect(202);

    Http.Answer answer =
        http.post(
            PATH, body(raised.stream().map(ManyDecisionsTest::yes).toList(), ",'mode':'all'"));

    assertThat(answer.status()).as(answer.text()).isEqualTo(409);
    assertThat(answer.json().at("/resolution/outcome").asString()).isEqualTo("denied");
    assertThat(outcome(raised.getFirst())).isEmpty();

    JsonNode told =
        http.post(
                PATH,
                body(
                    raised.subList(0, 2).stream().map(ManyDecisionsTest::yes).toList(),
                    ",'mode':'all'"))
            .expect(200)
            .json();
    assertThat(told.path("resolved").asInt()).isEqualTo(2);
    assertThat(outcome(raised.getFirst())).isEqualTo("allowed");
  }

  @Test
  void DX_75_a_yes_without_the_digest_is_refused_in_both_modes() {
    JsonNode raised = raise(1).getFirst();
    for (String mode : List.of("each", "all")) {
      JsonNode problem =
          refused(
              http.post(
                  PATH,
                  body(List.of(one(requestId(raised), "allow", "")), ",'mode':'" + mode + "'")),
              400,
              "approvals",
              "approval_invalid_resolution");
      assertThat(problem.at("/errors/0/pointer").asString())
          .isEqualTo("/resolutions/0/expected_digest");
    }
    refused(http.post(PATH, body(List.of(), "")), 400, "approvals", "approval_batch_empty");
    refused(
        http.post(PATH, body(List.of(yes(raised), yes(raised)), "")),
        400,
        "approvals",
        "approval_duplicate_resolution");
    assertThat(outcome(raised)).isEmpty();
  }

  @Test
  // DX-76
  void DX_76_the_same_key_reports_what_was_done_and_does_what_is_left() {
    List<JsonNode> raised = raise(3);
    List<String> all = raised.stream().map(ManyDecisionsTest::yes).toList();
    JsonNode first = keyed(PATH, body(all, ""), "many-" + id(raised.getFirst())).expect(200).json();

    JsonNode again = keyed(PATH, body(all, ""), "many-" + id(raised.getFirst())).expect(200).json();

    assertThat(again).isEqualTo(first);
    assertThat(again.path("resolved").asInt()).isEqualTo(3);
    refused(
        keyed(PATH, body(all.subList(0, 2), ""), "many-" + id(raised.getFirst())),
        409,
        "idempotency",
        "idempotency_conflict");
  }

  @Test
  void a_token_of_one_tenant_reaches_no_approval_of_another() {
    JsonNode raised = raise(1).getFirst();
    String tenant =
        text(
            http.post("/v1/tenants", json("{'name':'many-%s'}", id(raised))).expect(201).json(),
            "tenant_id");
    String token =
        text(
            http.post(
                    "/v1/tokens",
                    json("{'name':'o-%s','role':'operator','tenant_id':'%s'}", id(raised), tenant))
                .expect(201)
                .json(),
            "token");

    JsonNode told = http.as(token).post(PATH, body(List.of(yes(raised)), "")).expect(200).json();

    JsonNode result = told.path("results").get(0);
    assertThat(result.at("/problem/code").asString()).isEqualTo("approval_not_found");
    assertThat(result.has("run_id")).isFalse();
    assertThat(outcome(raised)).isEmpty();
  }
}
