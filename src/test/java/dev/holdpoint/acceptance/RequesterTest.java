package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who asked for something does not approve it, whatever became of their token. */
@OnBothDatabases
class RequesterTest extends Tenancy {
  RequesterTest(Database database) {
    super(database);
  }

  private record Known(String id, Http http) {}

  private Known token(String tenantId, String name) {
    JsonNode made =
        http.post(
                "/v1/tokens",
                json("{'name':'%s','role':'operator','tenant_id':'%s'}", name, tenantId))
            .expect(201)
            .json();
    return new Known(text(made, "token_id"), http.as(text(made, "token")));
  }

  private void revoke(Known token) {
    delete("/v1/tokens/" + token.id).expect(204);
  }

  private String quorum(int approvals) {
    String tenant = tenant();
    put(at(tenant) + "/approval-policy", "{'approvals_required':%d}".formatted(approvals))
        .expect(200);
    return tenant;
  }

  /** A run of this token that waits for an approval. */
  private JsonNode asked(Known by, String tenantId) {
    String session = sessionOf(tenantId, null);
    String script = "#!script\n" + Script.approval("x") + "\n" + Script.SAY_LAST_RESULT;
    String body = "{\"content\":" + JSON.writeValueAsString(script) + "}";
    JsonNode run = by.http.post("/v1/sessions/" + session + "/runs", body).expect(202).json();
    return awaitRun(id(run), "waiting_for_approval");
  }

  private static Http.Answer allows(Known by, JsonNode run) {
    return by.http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run)));
  }

  private void isRefused(Http.Answer answer, JsonNode run) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    JsonNode now = run(id(run));
    assertThat(status(now)).isEqualTo("waiting_for_approval");
    assertThat(now.toString()).doesNotContain("\"resolved_by\":\"ada\"");
  }

  // PF-76
  @Test
  void PF_76_a_requester_with_a_new_token_does_not_approve_by_click() {
    String tenant = quorum(2);
    Known ada = token(tenant, "ada");
    JsonNode run = asked(ada, tenant);
    isRefused(allows(ada, run), run);

    Known successor = token(tenant, "ada");
    isRefused(allows(successor, run), run);
    revoke(ada);
    isRefused(allows(successor, run), run);
    isRefused(allows(token(tenant, "ada"), run), run);
    allows(token(tenant, "bob"), run).expect(202);
  }

  // PF-76
  @Test
  void PF_76_a_requester_whose_token_was_revoked_does_not_approve_by_key() {
    String tenant = guarded();
    Approver key = approver(tenant, "ada");
    Known ada = token(tenant, "ada");
    JsonNode run = asked(ada, tenant);
    revoke(ada);

    isRefused(http.post("/v1/runs/" + id(run) + "/approvals", key.allows(approvalId(run))), run);
    http.post("/v1/runs/" + id(run) + "/approvals", approver(tenant, "bob").allows(approvalId(run)))
        .expect(202);
  }

  // PF-76
  @Test
  void PF_76_a_schedule_of_a_revoked_token_keeps_its_requester() {
    Known ada = token("tnt_root", "ada");
    String tenant = quorum(2);
    String script = "#!script\n" + Script.approval("x") + "\n" + Script.SAY_LAST_RESULT;
    String body =
        json(
            "{'session_id':'%s','trigger':{'type':'interval','every_ms':3600000},'content':",
            sessionOf(tenant, null));
    JsonNode schedule =
        ada.http
            .post("/v1/schedules", body + JSON.writeValueAsString(script) + "}")
            .expect(201)
            .json();
    revoke(ada);

    String trigger = "/v1/schedules/" + text(schedule, "schedule_id") + "/trigger";
    JsonNode run =
        awaitRun(id(http.post(trigger, null).expect(202).json()), "waiting_for_approval");
    isRefused(allows(token(tenant, "ada"), run), run);
  }

  /** Asks for a run in the session, and gives it. */
  private interface Way {
    JsonNode run(Http by, String session, String content);
  }

  private void keepsItsRequester(Way way) {
    String name = "ada-" + System.nanoTime();
    Known ada = token("tnt_root", name);
    String tenant = quorum(2);
    String script = "#!script\n" + Script.approval("x") + "\n" + Script.SAY_LAST_RESULT;
    String content = JSON.writeValueAsString(script);
    JsonNode asked = way.run(ada.http, sessionOf(tenant, null), content);
    JsonNode run = awaitRun(text(asked, "run_id"), "waiting_for_approval");
    revoke(ada);

    isRefused(allows(token(tenant, name), run), run);
    allows(token(tenant, "bob"), run).expect(202);
  }

  // PF-76
  @Test
  void PF_76_a_task_that_a_revoked_token_has_started_keeps_its_requester() {
    keepsItsRequester(
        (by, session, content) -> {
          String members = json("{'title':'t','members':['%s']}", session);
          String project = text(by.post("/v1/projects", members).expect(201).json(), "project_id");
          String tasks = "/v1/projects/" + project + "/tasks";
          String task = json("{'title':'t','session_id':'%s','content':", session) + content + "}";
          String made = text(by.post(tasks, task).expect(201).json(), "task_id");
          return by.post(tasks + "/" + made + "/start", null).expect(202).json();
        });
  }

  // PF-76
  @Test
  void PF_76_an_observation_of_a_revoked_token_keeps_its_requester() {
    keepsItsRequester(
        (by, session, content) ->
            by.post(
                    "/v1/observations",
                    json("{'session_id':'%s','source':'x','content':", session) + content + "}")
                .expect(202)
                .json());
  }

  // PF-76
  @Test
  void PF_76_a_message_that_a_revoked_token_has_posted_keeps_its_requester() {
    keepsItsRequester(
        (by, session, content) -> {
          String members = json("{'title':'t','members':['%s']}", session);
          String channel = text(by.post("/v1/channels", members).expect(201).json(), "channel_id");
          String message = json("{'author':'x','to':['%s'],'content':", session) + content + "}";
          by.post("/v1/channels/" + channel + "/messages", message).expect(202);
          return http.get("/v1/runs?session_id=" + session).expect(200).json().get(0);
        });
  }
}
