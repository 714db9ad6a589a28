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
}
