package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How long a token is valid, whose it is, and how both are changed. */
@OnBothDatabases
class TokenTermsTest extends Tenancy {
  private static final long NINETY_DAYS_MS = TimeUnit.DAYS.toMillis(90);

  TokenTermsTest(Database database) {
    super(database);
  }

  private JsonNode made(String members) {
    return http.post("/v1/tokens", json("{" + members + "}")).expect(201).json();
  }

  private Http.Answer change(JsonNode token, String members) {
    return http.send(
        "PATCH", "/v1/tokens/" + text(token, "token_id"), json("{" + members + "}"), _ -> {});
  }

  private JsonNode row(JsonNode token) {
    return http.get("/v1/tokens")
        .json()
        .valueStream()
        .filter(one -> text(one, "token_id").equals(text(token, "token_id")))
        .findFirst()
        .orElseThrow();
  }

  private Http by(JsonNode token) {
    return http.as(text(token, "token"));
  }

  // PF-70
  @Test
  void PF_70_a_token_made_without_an_expiry_has_one_90_days_ahead_and_null_asks_for_none() {
    JsonNode usual = made("'name':'usual','role':'viewer'");
    assertThat(usual.path("expires_at_ms").asLong())
        .isEqualTo(usual.path("created_at_ms").asLong() + NINETY_DAYS_MS);
    assertThat(row(usual).path("expires_at_ms")).isEqualTo(usual.path("expires_at_ms"));

    JsonNode never = made("'name':'never','role':'viewer','expires_at_ms':null");
    assertThat(never.has("expires_at_ms")).isFalse();
    assertThat(row(never).has("expires_at_ms")).isFalse();

    JsonNode own = made("'name':'own','role':'viewer','expires_at_ms':4102444800000");
    assertThat(own.path("expires_at_ms").asLong()).isEqualTo(4_102_444_800_000L);
  }

  // PF-70
  @Test
  void PF_70_the_expiry_of_a_token_is_changed_and_what_is_left_out_stays() {
    JsonNode token = made("'name':'changing','role':'viewer'");
    JsonNode later = change(token, "'expires_at_ms':4102444800000").expect(200).json();
    assertThat(later.path("expires_at_ms").asLong()).isEqualTo(4_102_444_800_000L);
    assertThat(later.has("token")).isFalse();
    assertThat(change(token, "").expect(200).json()).isEqualTo(later);
    assertThat(change(token, "'expires_at_ms':null").expect(200).json().has("expires_at_ms"))
        .isFalse();
    refused(change(token, "'expires_at_ms':1"), 400, "api", "invalid_request");
    assertThat(row(token).has("expires_at_ms")).isFalse();
    by(token).get("/v1/me").expect(200);
    delete("/v1/tokens/" + text(token, "token_id")).expect(204);
    refused(change(token, "'expires_at_ms':null"), 404, "auth", "token_not_found");
  }

  @Test
  void two_tokens_of_one_principal_are_one_person() {
    String tenant = tenant();
    put(at(tenant) + "/approval-policy", "{'approvals_required':2}").expect(200);
    String scope = "'role':'operator','tenant_id':'" + tenant + "'";
    JsonNode desk = made("'name':'ada desk','principal':'ada'," + scope);
    JsonNode phone = made("'name':'ada phone','principal':'ada'," + scope);
    JsonNode bob = made("'name':'bob'," + scope);
    assertThat(text(desk, "principal")).isEqualTo("ada");
    assertThat(text(bob, "principal")).isEqualTo("bob");
    assertThat(text(by(phone).get("/v1/me").json(), "name")).isEqualTo("ada");

    JsonNode run = park(sessionOf(tenant, null), Script.approval("x"), Script.SAY_LAST_RESULT);
    String place = "/v1/runs/" + id(run) + "/approvals";
    by(desk).post(place, allow(approvalId(run))).expect(202);
    assertThat(by(phone).post(place, allow(approvalId(run))).status()).isEqualTo(202);
    assertThat(status(run(id(run)))).as("one yes, said twice").isEqualTo("waiting_for_approval");
    by(bob).post(place, allow(approvalId(run))).expect(202);
    awaitRun(id(run), "completed");
    assertThat(http.get("/v1/people?tenant_id=" + tenant).text())
        .contains("\"ada\"")
        .doesNotContain("ada desk", "ada phone");
  }

  /** Neither the name of before nor that of now approves what this token asked for. */
  @Test
  void a_token_that_was_given_to_another_principal_still_does_not_approve_its_own_work() {
    String tenant = tenant();
    put(at(tenant) + "/approval-policy", "{'approvals_required':2}").expect(200);
    String scope = "'role':'operator','tenant_id':'" + tenant + "'";
    JsonNode token = made("'name':'ada'," + scope);
    String script = "#!script\n" + Script.approval("x") + "\n" + Script.SAY_LAST_RESULT;
    JsonNode sent =
        by(token)
            .post(
                "/v1/sessions/" + sessionOf(tenant, null) + "/runs",
                "{\"content\":" + JSON.writeValueAsString(script) + "}")
            .expect(202)
            .json();
    JsonNode run = awaitRun(id(sent), "waiting_for_approval");
    change(token, "'principal':'eve'").expect(200);
    String place = "/v1/runs/" + id(run) + "/approvals";
    assertThat(by(token).post(place, allow(approvalId(run))).status()).isEqualTo(403);
    JsonNode successor = made("'name':'ada'," + scope);
    assertThat(by(successor).post(place, allow(approvalId(run))).status()).isEqualTo(403);

    assertThat(text(change(token, "'principal':null").expect(200).json(), "principal"))
        .isEqualTo("ada");
  }

  @Test
  void a_principal_has_a_name_like_every_other() {
    made("'name':'hopper','role':'viewer'");
    JsonNode token = made("'name':'other','role':'viewer'");
    refused(change(token, "'principal':'Hopper'"), 409, "tenants", "name_conflict");
    refused(change(token, "'principal':'admin'"), 400, "api", "invalid_request");
    refused(change(token, "'principal':' hopper'"), 400, "api", "invalid_request");
    assertThat(text(row(token), "principal")).isEqualTo("other");
    change(token, "'principal':'hopper'").expect(200);
    Http.Answer second =
        http.post("/v1/tokens", json("{'name':'x','role':'viewer','principal':'HOPPER'}"));
    refused(second, 409, "tenants", "name_conflict");

    JsonNode lent = made("'name':'noether','role':'viewer','principal':'hopper'");
    made("'name':'NOETHER','role':'viewer'");
    refused(change(lent, "'principal':null"), 409, "tenants", "name_conflict");
  }

  @Test
  void only_agents_have_a_choice_of_sessions() {
    JsonNode agent = made("'name':'agent of terms','role':'agent','session_access':'all'");
    assertThat(text(agent, "session_access")).isEqualTo("all");
    assertThat(text(change(agent, "'session_access':'own'").expect(200).json(), "session_access"))
        .isEqualTo("own");
    JsonNode operator = made("'name':'operator of terms','role':'operator'");
    assertThat(operator.has("session_access")).isFalse();
    JsonNode problem =
        refused(change(operator, "'session_access':'own'"), 400, "api", "invalid_request");
    assertThat(problem.toString()).contains("/session_access");
    assertThat(
            http.post("/v1/tokens", json("{'name':'y','role':'viewer','session_access':'all'}"))
                .status())
        .isEqualTo(400);
  }
}
