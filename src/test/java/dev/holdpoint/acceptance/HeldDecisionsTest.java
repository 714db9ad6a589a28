package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Decisions that take effect a moment after they were sent, by the API. */
@OnBothDatabases
class HeldDecisionsTest extends Acceptance {
  HeldDecisionsTest(Database database) {
    super(database);
  }

  private JsonNode asks() {
    return park(session(), Script.bash("echo ran"), Script.SAY_LAST_RESULT);
  }

  private Http.Answer send(Http by, JsonNode run, String behavior, String hold) {
    return by.post(
        "/v1/runs/" + id(run) + "/approvals",
        resolutions(one(approvalId(run), behavior, json(",'hold_ms':" + hold))));
  }

  private Http.Answer undo(Http by, String approvalId) {
    return by.send("DELETE", "/v1/approvals/" + approvalId + "/held", null, _ -> {});
  }

  private Http person(String name) {
    JsonNode made =
        http.post("/v1/tokens", json("{'name':'%s','role':'operator'}", name + session()))
            .expect(201)
            .json();
    return http.as(text(made, "token"));
  }

  private JsonNode row(JsonNode run) {
    return http.get("/v1/approvals/" + approvalId(run)).expect(200).json();
  }

  private List<String> changes(JsonNode run) {
    return events(id(run)).stream()
        .map(entry -> entry.path("event"))
        .filter(event -> text(event, "type").equals("gate_updated"))
        .map(event -> text(event, "change") + " " + text(event, "by"))
        .toList();
  }

  @Test
  @DisplayName("PG-19 held it is pending and parked; at the end it runs once, by the sender")
  void it_is_pending_until_its_time_and_then_runs() {
    JsonNode run = asks();
    JsonNode held = send(http, run, "allow", "1500").expect(202).json();
    assertThat(status(held)).isEqualTo("waiting_for_approval");
    JsonNode request = row(run).path("request");
    assertThat(text(row(run), "status")).isEqualTo("pending");
    assertThat(text(request.path("held"), "by")).isEqualTo("admin");
    assertThat(text(request.path("held"), "behavior")).isEqualTo("allow");
    assertThat(request.at("/held/until_ms").asLong() - request.at("/held/at_ms").asLong())
        .isEqualTo(1_500);
    // PG-28
    JsonNode decided =
        http.get("/v1/approvals/" + approvalId(run) + "?wait_ms=60000").expect(200).json();
    assertThat(text(decided.path("resolution"), "by")).isEqualTo("admin");
    assertThat(text(decided.path("resolution"), "behavior")).isEqualTo("allow");
    assertThat(decided.path("request").has("held")).isFalse();
    assertThat(lastWords(id(run))).contains("ran");
    assertThat(changes(run)).containsExactly("held admin");
    assertThat(eventTypes(id(run))).containsOnlyOnce("approval_resolved");
  }

  @Test
  @DisplayName("PG-20 undone it is pending again, the stream tells both, and then it can be denied")
  void undone_it_waits_again() {
    JsonNode run = asks();
    String id = approvalId(run);
    Http bob = person("bob");
    try (Sse stream = http.stream("/v1/runs/" + id(run) + "/stream?cursor=0")) {
      send(http, run, "allow", "60000").expect(202);
      JsonNode told = stream.next("gate_updated").data();
      assertThat(text(told, "change")).isEqualTo("held");
      assertThat(text(told.path("held"), "by")).isEqualTo("admin");
      JsonNode undone = undo(bob, id).expect(200).json();
      assertThat(text(undone, "status")).isEqualTo("pending");
      assertThat(undone.path("request").has("held")).isFalse();
      assertThat(text(stream.next("gate_updated").data(), "change")).isEqualTo("undone");
    }
    assertThat(changes(run).getFirst()).isEqualTo("held admin");
    assertThat(changes(run).getLast()).startsWith("undone bob");
    assertThat(undo(bob, id).expect(409).code()).isEqualTo("approval_not_held");
    send(http, run, "deny", "0").expect(202);
    assertThat(undo(bob, id).expect(409).code()).isEqualTo("approval_state_conflict");
    assertThat(text(undo(bob, id).json().path("resolution"), "by")).isEqualTo("admin");
    assertThat(undo(bob, "apr_none").expect(404).code()).isEqualTo("approval_not_found");
  }

  @Test
  @DisplayName("PG-24 another's allow is 409 with who and until when, another's deny settles it")
  void others_may_deny_it() {
    JsonNode run = asks();
    Http bob = person("bob");
    send(http, run, "allow", "60000").expect(202);
    Http.Answer refused = send(bob, run, "allow", "0");
    assertThat(refused.expect(409).code()).isEqualTo("approval_held");
    JsonNode resolution = refused.json().path("resolution");
    assertThat(text(resolution, "by")).isEqualTo("admin");
    assertThat(text(resolution, "behavior")).isEqualTo("allow");
    assertThat(resolution.path("until_ms").asLong())
        .isEqualTo(row(run).at("/request/held/until_ms").asLong());
    assertThat(allowed(bob, run)).isFalse();
    assertThat(allowed(http, run)).isTrue();
    send(bob, run, "deny", "0").expect(202);
    assertThat(text(row(run).path("resolution"), "behavior")).isEqualTo("deny");
    assertThat(row(run).has("late_answers")).isFalse();
  }

  private boolean allowed(Http by, JsonNode run) {
    return by.get("/v1/approvals/" + approvalId(run))
        .expect(200)
        .json()
        .at("/request/actions")
        .valueStream()
        .filter(action -> text(action, "action").equals("allow"))
        .findFirst()
        .orElseThrow()
        .path("allowed")
        .asBoolean();
  }

  @Test
  @DisplayName("PG-25 a token that was revoked meanwhile decides nothing")
  void a_revoked_token_decides_nothing() {
    JsonNode run = asks();
    JsonNode made =
        http.post("/v1/tokens", json("{'name':'eve%s','role':'operator'}", session()))
            .expect(201)
            .json();
    send(http.as(text(made, "token")), run, "allow", "1000").expect(202);
    http.send("DELETE", "/v1/tokens/" + text(made, "token_id"), null, _ -> {}).expect(204);
    try (Sse stream = http.stream("/v1/runs/" + id(run) + "/stream?cursor=0")) {
      JsonNode told = stream.next("gate_updated").data();
      while (!text(told, "change").equals("undone")) {
        told = stream.next("gate_updated").data();
      }
      assertThat(text(told, "by")).isEqualTo("daemon");
      assertThat(text(told, "code")).isEqualTo("unauthorized");
    }
    assertThat(text(row(run), "status")).isEqualTo("pending");
    assertThat(row(run).path("request").has("held")).isFalse();
  }

  @Test
  @DisplayName("PG-26 a hold that is too long, negative or no number is refused with its place")
  void what_is_no_hold_is_refused() {
    JsonNode run = asks();
    leavesUnchanged(
        id(run),
        () -> {
          for (String hold : List.of("-1", "60001", "'5'", "1.5", "true")) {
            Http.Answer refused = send(http, run, "allow", hold);
            refused.expect(400);
            assertThat(refused.json().at("/errors/0/pointer").asString())
                .isEqualTo("/resolutions/0/hold_ms");
          }
        });
  }

  @Test
  @DisplayName("PG-19 several at once are held in /v1/approvals/resolutions too")
  void many_are_held() {
    JsonNode one = asks();
    JsonNode two = asks();
    String batch = "{\"mode\":\"all\",\"resolutions\":[%s,%s]}".formatted(held(one), held(two));
    JsonNode answer = http.post("/v1/approvals/resolutions", batch).expect(200).json();
    assertThat(answer.path("waiting").asInt()).isEqualTo(2);
    undo(http, approvalId(one)).expect(200);
    assertThat(row(two).path("request").has("held")).isTrue();
    send(http, two, "allow", "0").expect(202);
    assertThat(lastWords(id(two))).contains("ran");
  }

  private String held(JsonNode run) {
    return one(
        approvalId(run),
        "allow",
        json(",'hold_ms':60000,'expected_digest':'%s'", text(row(run).path("request"), "digest")));
  }

  @Test
  @DisplayName("page.undo_ms is told by GET /v1/me")
  void the_caller_hears_how_long_to_hold() {
    assertThat(http.get("/v1/me").expect(200).json().path("undo_ms").isNumber()).isTrue();
  }
}
