package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tokens, what each role may do, and what the daemon says of itself. */
@OnBothDatabases
class AccessTest extends Acceptance {
  AccessTest(Database database) {
    super(database);
  }

  private JsonNode token(String role) {
    String all = role.equals("agent") ? json(",'session_access':'all'") : "";
    return http.post("/v1/tokens", json("{'name':'a %s','role':'%s'%s}", role, role, all))
        .expect(201)
        .json();
  }

  private Http as(String role) {
    return http.as(text(token(role), "token"));
  }

  @Test
  void a_token_is_shown_once_and_works_until_it_is_revoked() {
    JsonNode made = token("operator");
    Http caller = http.as(text(made, "token"));

    caller.get("/v1/status").expect(200);
    String list = http.get("/v1/tokens").expect(200).text();
    assertThat(list).contains(text(made, "token_id")).doesNotContain(text(made, "token"));
    http.send("DELETE", "/v1/tokens/" + text(made, "token_id"), null, _ -> {}).expect(204);

    refused(caller.get("/v1/status"), 401, "auth", "unauthorized");
    refused(
        http.send("DELETE", "/v1/tokens/" + text(made, "token_id"), null, _ -> {}),
        404,
        "auth",
        "token_not_found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'name':'x'}",
        "{'name':'x','role':'emperor'}",
        "{'name':'','role':'viewer'}",
        "{'name':'x','role':'viewer','expires_at_ms':1000}",
        "{'name':'x','role':'viewer','tenant_id':'nobody'}",
        "{'name':'x','role':'viewer','rol':'admin'}",
        "{'name':'admin','role':'viewer'}",
        "{'name':' Deadline ','role':'operator'}"
      })
  void a_token_that_makes_no_sense_is_refused(String body) {
    refused(http.post("/v1/tokens", json(body)), 400, "api", "invalid_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"daemon", "rule:rul_01M7EP4BTA0000D5JFGYZTA0B9", " Rule:x"})
  void nobody_is_named_as_what_decides_without_a_person(String name) {
    JsonNode problem =
        http.post("/v1/tokens", json("{'name':'%s','role':'operator'}", name)).expect(400).json();

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/name");
  }

  @Test
  void without_a_token_nothing_but_the_health_is_told() {
    for (Http nobody : List.of(http.as(null), http.as("hpt_wrong"), http.as(""))) {
      nobody.get("/healthz").expect(200);
      nobody.get("/readyz").expect(200);
      for (String path :
          List.of("/v1/runs", "/v1/sessions", "/v1/events/stream", "/metrics", "/v1/health")) {
        refused(nobody.get(path), 401, "auth", "unauthorized");
      }
      refused(nobody.post("/v1/sessions", "{}"), 401, "auth", "unauthorized");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "admin,    true,  true,  true,  true",
    "operator, true,  true,  true,  false",
    "agent,    true,  true,  false, false",
    "viewer,   true,  false, false, false"
  })
  void each_role_may_do_what_it_is_for_and_nothing_else(
      String role, boolean reads, boolean works, boolean decides, boolean administers) {
    JsonNode run = park(session(), Script.approval("x"));
    Http caller = as(role);
    String session = text(run, "session_id");

    assertThat(caller.get("/v1/health").expect(200).text()).isEqualTo(json("{'status':'ok'}"));
    may(reads, caller.get("/v1/runs/" + id(run)));
    may(
        works,
        caller.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'x','input':{},'reason':'y'}")));
    may(works, caller.post("/v1/sessions/" + session() + "/runs", json("{'content':'x'}")));
    may(administers, caller.get("/v1/tokens"));
    if (!decides) {
      leavesUnchanged(
          id(run),
          () -> {
            may(false, caller.post("/v1/runs/" + id(run) + "/cancel", null));
            may(false, caller.post("/v1/sessions/" + session + "/interrupt", null));
          });
    }
    may(decides, caller.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))));
    if (decides) {
      assertThat(text(event(id(run), "approval_resolved"), "by"))
          .as("who decided is the token's name")
          .isEqualTo("a " + role);
    }
  }

  private static void may(boolean allowed, Http.Answer answer) {
    if (allowed) {
      assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
    } else {
      refused(answer, 403, "auth", "forbidden");
    }
  }

  @Test
  void the_status_counts_runs_and_what_waits_for_people() {
    JsonNode before = http.get("/v1/status").expect(200).json();
    park(session(), Script.together(Script.approval("a"), Script.approval("b")));
    park(session(), Script.ask());

    JsonNode after = http.get("/v1/status").expect(200).json();

    assertThat(members(after))
        .containsExactly(
            "status",
            "version",
            "started_at_ms",
            "storage",
            "runs",
            "delivery",
            "streams",
            "health",
            "cluster");
    assertThat(status(after)).isEqualTo("ready");
    assertThat(after.at("/storage/ok").asBoolean()).isTrue();
    assertThat(after.at("/storage/kind").asString()).isIn("sqlite", "postgres", "postgresql");
    assertThat(more(before, after, "waiting_for_approval")).isEqualTo(1);
    assertThat(more(before, after, "waiting_for_user_question")).isEqualTo(1);
    assertThat(more(before, after, "pending_approval_count")).isEqualTo(2);
    assertThat(more(before, after, "pending_question_count")).isEqualTo(1);
    assertThat(after.at("/runs/oldest_pending_ms").isNumber()).isTrue();
    // Other tests have tenants that require signatures, or keys and no signatures.
    JsonNode warnings = after.at("/health/warnings");
    assertThat(warnings.valueStream().map(one -> one.path("code").asString()))
        .isSubsetOf("assertions_live_long", "signature_not_required", "policy_without_people");
    assertThat(after.at("/health/ok").asBoolean()).isEqualTo(warnings.isEmpty());
  }

  private static long more(JsonNode before, JsonNode after, String count) {
    return after.path("runs").path(count).asLong() - before.path("runs").path(count).asLong();
  }
}
