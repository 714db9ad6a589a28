package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An allow to Claude Code's hook is the redemption; what became of it comes by another hook. */
@OnBothDatabases
class HookPermitTest extends Tenancy {
  private static final String PRE = "/hooks/claude/pre-tool-use";
  private static final String POST = "/hooks/claude/post-tool-use";
  private static final String KEY = "job-0123456789abcdef";

  private final String session = UUID.randomUUID().toString();

  HookPermitTest(Database database) {
    super(database);
  }

  private String use(String id) {
    return json(
        "{'session_id':'%s','hook_event_name':'PreToolUse','tool_name':'Bash','tool_input':{'command':'npm test'},'tool_use_id':'%s'}",
        session, id);
  }

  private String result(String event, String id) {
    return json(
        "{'session_id':'%s','hook_event_name':'%s','tool_name':'Bash','tool_input':{'command':'npm test'},'tool_use_id':'%s','tool_response':{'stdout':'x'},'error':'exit 1'}",
        session, event, id);
  }

  private void reported(Http by, String body) {
    assertThat(by.post(POST, body).expect(200).text()).isEqualTo("{}");
  }

  /** Asks and is allowed by a person; gives the id of the permit. */
  private String allowed(String useId) {
    CompletableFuture<Http.Answer> waits =
        CompletableFuture.supplyAsync(
            () -> http.post(PRE, use(useId)), task -> Thread.ofVirtual().start(task));
    JsonNode row =
        http.await("/v1/approvals?session_id=" + session, list -> list.size() == 1).get(0);
    String gate = text(row.path("request"), "id");
    String id = "prm_" + gate.substring(4);
    http.post("/v1/runs/" + id(row) + "/approvals", allow(gate)).expect(202);
    assertThat(waits.join().expect(200).text()).contains("\"allow\"");
    return id;
  }

  private JsonNode permit(String id) {
    return http.get("/v1/permits/" + id).expect(200).json();
  }

  // PF-30
  @Test
  void PF_30_an_allow_is_started_and_its_result_settles_it() {
    String id = allowed("toolu_01");
    JsonNode started = permit(id);
    assertThat(text(started, "state")).isEqualTo("started");
    assertThat(started.has("result_due_at_ms")).isFalse();
    assertThat(started.has("permit")).isFalse();
    assertThat(text(started, "redeemed_by")).isEqualTo("admin");

    // The same tool use that asks again gets the same answer, and begins nothing anew.
    assertThat(http.post(PRE, use("toolu_01")).expect(200).text()).contains("\"allow\"");
    assertThat(permit(id)).isEqualTo(started);
    // Another one asks people.
    http.post(PRE + "?wait_ms=0", use("toolu_02")).expect(200);
    assertThat(http.get("/v1/approvals?session_id=" + session).json().size()).isEqualTo(1);

    reported(http, result("PostToolUse", "toolu_01"));
    assertThat(text(permit(id), "state")).isEqualTo("succeeded");
    // What comes afterwards changes nothing.
    reported(http, result("PostToolUseFailure", "toolu_01"));
    assertThat(text(permit(id), "state")).isEqualTo("succeeded");
  }

  // PF-30
  @Test
  void PF_30_a_failure_is_failed_and_what_a_rule_allows_is_started_too() {
    http.session(session);
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'Bash','scope':{'kind':'session','id':'%s'}}", session))
        .expect(201);
    assertThat(http.post(PRE, use("toolu_01")).expect(200).text()).contains("\"allow\"");
    JsonNode row = http.get("/v1/permits?session_id=" + session).expect(200).json().get(0);
    assertThat(text(row, "state")).isEqualTo("started");
    reported(http, result("PostToolUseFailure", "toolu_01"));
    assertThat(text(permit(text(row, "permit_id")), "state")).isEqualTo("failed");
    assertThat(text(permit(text(row, "permit_id")), "error")).isEqualTo("exit 1");
  }

  // PF-30
  @Test
  void PF_30_what_is_unknown_or_anothers_settles_nothing() {
    String id = allowed("toolu_01");
    Http stranger = http.withRole("agent", "stranger " + UUID.randomUUID());
    Http outsider = bound(tenant(), "agent");
    for (Http by : List.of(stranger, outsider)) {
      reported(by, result("PostToolUse", "toolu_01"));
    }
    for (String body :
        List.of(
            result("PostToolUse", "toolu_99"),
            result("SessionEnd", "toolu_01"),
            result("PostToolUse", "toolu_01").replace(session, "nowhere"),
            "{}",
            "{\"hook_event_name\":7,\"tool_use_id\":[]}",
            "{\"hook_event_name\":\"PostToolUse\",\"tool_use_id\":\"toolu_01\"}")) {
      reported(http, body);
    }
    assertThat(text(permit(id), "state")).isEqualTo("started");
    for (String path : List.of("/redeem", "/result", "/revoke")) {
      String body =
          switch (path) {
            case "/redeem" ->
                "{'permit':'a.b.c','redeemer_key':'%s','tool_name':'Bash','input':{}}";
            case "/result" -> "{'redeemer_key':'%s','outcome':'succeeded'}";
            default -> "{}";
          };
      refused(
          http.post("/v1/permits/" + id + path, json(body.formatted(KEY))),
          409,
          "permits",
          "permit_not_redeemable");
    }
  }

  @Test
  void what_no_program_sends_after_a_tool_use_is_refused() {
    for (String path : List.of(POST, "/hooks/codex/over")) {
      for (String body : List.of("\"x\"", "1", "null", "[]", "{")) {
        assertThat(http.post(path, body).status()).as(path + " " + body).isEqualTo(400);
      }
    }
  }
}
