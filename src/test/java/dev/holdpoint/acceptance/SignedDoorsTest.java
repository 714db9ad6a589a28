package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Where a tenant requires signatures, the native and the ambient doors take them and nothing else.
 */
@OnBothDatabases
class SignedDoorsTest extends Tenancy {
  private final String tenant = guarded();
  private final Approver ada = approver(tenant, "ada");

  SignedDoorsTest(Database database) {
    super(database);
  }

  private JsonNode waiting() {
    return park(sessionOf(tenant, null), Script.bash("echo ran"), Script.SAY_LAST_RESULT);
  }

  private Http.Answer decide(JsonNode run, String body) {
    return http.post("/v1/runs/" + id(run) + "/approvals", body);
  }

  private Http.Answer click(JsonNode run, String choice, String more) {
    return http.post(
        "/api/approval/respond",
        json(
            "{'session_id':'%s','choice':'%s','approval_id':'%s'%s}",
            text(run, "session_id"), choice, approvalId(run), more));
  }

  private JsonNode approval(JsonNode run) {
    return http.get("/v1/approvals/" + approvalId(run)).expect(200).json();
  }

  private void stillWaits(JsonNode run) {
    assertThat(text(approval(run), "status")).isEqualTo("pending");
    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
  }

  @Test
  void an_approval_says_that_it_takes_a_signature() {
    JsonNode run = waiting();
    JsonNode request = approval(run).path("request");
    assertThat(request.path("signature_required").asBoolean()).isTrue();
    for (JsonNode action : request.path("actions")) {
      assertThat(action.path("allowed").asBoolean()).isFalse();
      assertThat(text(action, "reason")).startsWith("Needs a signature");
    }
    JsonNode card =
        http.get("/api/approval/pending?session_id=" + text(run, "session_id"))
            .json()
            .path("pending");
    assertThat(card.path("signature_required").asBoolean()).isTrue();
    JsonNode plain = park(session(), Script.bash("echo x"));
    assertThat(approval(plain).at("/request/signature_required").asBoolean()).isFalse();
  }

  // S1-15
  @ParameterizedTest
  @ValueSource(strings = {"run", "session", "detached"})
  void S1_15_every_native_door_takes_a_signature(String door) {
    JsonNode run = waiting();
    String session = "/v1/sessions/" + text(run, "session_id");
    String path =
        switch (door) {
          case "run" -> "/v1/runs/" + id(run) + "/approvals";
          case "session" -> session + "/approvals";
          default -> session + "/approval-runs";
        };
    String id = approvalId(run);
    for (String body : List.of(allow(id), deny(id, "no"))) {
      refused(http.post(path, body), 403, "approvals", "approval_signature_required");
    }
    stillWaits(run);

    assertThat(http.post(path, ada.allows(id)).status()).isIn(200, 202);
    assertThat(lastWords(id(run))).contains("ran");
    assertThat(approval(run).at("/resolution/by").asString())
        .isEqualTo("approver_key:" + ada.keyId());
  }

  @Test
  void S1_15_the_ambient_door_takes_a_signature() {
    JsonNode run = waiting();
    for (String choice : List.of("once", "session", "always", "deny")) {
      Http.Answer answer = click(run, choice, "");
      assertThat(answer.status()).as(answer.text()).isEqualTo(403);
      assertThat(answer.code()).isEqualTo("approval_signature_required");
    }
    for (String choice : List.of("session", "always")) {
      Http.Answer answer = click(run, choice, ada.signs(approvalId(run), true));
      assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    }
    assertThat(click(run, "deny", ada.signs(approvalId(run), true)).code())
        .isEqualTo("approval_signature_invalid");
    String unnamed =
        json(
            "{'session_id':'%s','choice':'once'%s}",
            text(run, "session_id"), ada.signs(approvalId(run), true));
    assertThat(http.post("/api/approval/respond", unnamed).status()).isEqualTo(400);
    stillWaits(run);

    click(run, "once", ada.signs(approvalId(run), true)).expect(200);
    assertThat(lastWords(id(run))).contains("ran");
    assertThat(approval(run).at("/resolution/by").asString())
        .isEqualTo("approver_key:" + ada.keyId());
  }

  @Test
  void a_no_is_signed_too() {
    JsonNode run = waiting();
    String id = approvalId(run);
    decide(run, resolutions(one(id, "deny", ada.signs(id, false) + json(",'reason':'no'"))))
        .expect(202);
    assertThat(approval(run).at("/resolution/behavior").asString()).isEqualTo("deny");
    assertThat(lastWords(id(run))).doesNotContain("ran\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        ",'updated_input':{'command':'echo other'}|400|approval_invalid_resolution",
        ",'grant':{'scope':'session'}|403|approval_signature_required",
        ",'grant':{'scope':'user'}|403|approval_signature_required"
      })
  void S1_14_a_signature_covers_nothing_but_the_call_as_it_was_asked(
      String more, int status, String code) {
    JsonNode run = waiting();
    String id = approvalId(run);
    for (String signature : List.of("", ada.signs(id, true))) {
      refused(
          decide(run, resolutions(one(id, "allow", signature + json(more)))),
          status,
          "approvals",
          code);
    }
    stillWaits(run);
  }

  // S1-10, S1-24 to S1-31
  @Test
  void S1_10_an_assertion_that_does_not_hold_decides_nothing() {
    JsonNode run = waiting();
    JsonNode other = waiting();
    String id = approvalId(run);
    Approver stranger = approver(guarded(), "ada");
    Approver above = approver(tenant, "eve");
    Approver below = approver(below(tenant), "bob");
    delete(at(tenant) + "/approver-keys/" + above.keyId()).expect(204);
    long now = System.currentTimeMillis() / 1000;
    String good = ada.signs(id, true);
    String flipped = good.replaceFirst("'value':'.|\"value\":\".", "\"value\":\"_");
    List<String> bad =
        List.of(
            ada.signs(approvalId(other), true),
            ada.signs(id, false),
            ada.signs(id, true, now - 1),
            good.replaceFirst("\"exp\":\\d+", "\"exp\":" + (now + 301)),
            good.replace("ed25519", "hmac-sha256"),
            good.replace(ada.keyId(), "apk_01JZZZZZZZZZZZZZZZZZZZZZZZ"),
            good.replace(ada.keyId(), stranger.keyId()),
            flipped.equals(good) ? good.replaceFirst("\"value\":\".", "\"value\":\"-") : flipped,
            stranger.signs(id, true),
            above.signs(id, true),
            below.signs(id, true));
    for (String signature : bad) {
      refused(
          decide(run, resolutions(one(id, "allow", signature))),
          403,
          "approvals",
          "approval_signature_invalid");
    }
    stillWaits(run);
    decide(run, resolutions(one(id, "allow", good))).expect(202);
    // What was good for one approval is good for no other.
    refused(
        decide(other, resolutions(one(approvalId(other), "allow", good))),
        403,
        "approvals",
        "approval_signature_invalid");
    stillWaits(other);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",'signature':{}",
        ",'signature':{'key_id':'k','algorithm':'rsa','exp':1,'value':'x'}",
        ",'signature':{'key_id':'k','algorithm':'ed25519','exp':'1','value':'x'}",
        ",'signature':{'key_id':'k','algorithm':'ed25519','exp':1.5,'value':'x'}",
        ",'signature':{'key_id':'k','algorithm':'ed25519','exp':1,'value':''}"
      })
  void a_signature_that_is_none_is_a_bad_body(String more) {
    JsonNode run = waiting();
    refused(
        decide(run, resolutions(one(approvalId(run), "allow", json(more)))),
        400,
        "approvals",
        "approval_invalid_resolution");
    stillWaits(run);
  }

  @Test
  void S1_14_rules_before_and_after_allow_nothing() {
    Http operator = bound(tenant, "operator");
    String wide = json("{'behavior':'allow','tool':'*','scope':{'kind':'user'}}");
    JsonNode early = waiting();
    operator.post("/v1/permission-rules", wide).expect(201);
    stillWaits(early);
    JsonNode late = waiting();
    assertThat(status(late)).isEqualTo("waiting_for_approval");
    operator
        .post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'bash','scope':{'kind':'session','id':'%s'}}",
                text(late, "session_id")))
        .expect(201);
    stillWaits(late);
    decide(late, ada.allows(approvalId(late))).expect(202);
    stillWaits(early);
  }

  @Test
  void S1_14_what_was_asked_from_outside_takes_a_signature() {
    String session = sessionOf(tenant, null);
    JsonNode raised =
        bound(tenant, "agent")
            .post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'deploy','input':{},'reason':'r'}"))
            .expect(201)
            .json();
    String approval = raised.at("/request/id").asString();
    String run = text(raised, "run_id");
    refused(
        http.post("/v1/runs/" + run + "/approvals", allow(approval)),
        403,
        "approvals",
        "approval_signature_required");
    http.post("/v1/runs/" + run + "/approvals", ada.allows(approval)).expect(202);
    http.awaitRun(run, "completed");
  }

  // S1-122
  @Test
  void S1_122_a_suspended_tenant_decides_nothing_signed_or_not() {
    JsonNode run = waiting();
    http.post(at(tenant) + "/suspend", null).expect(200);
    for (String body : List.of(ada.allows(approvalId(run)), allow(approvalId(run)))) {
      refused(decide(run, body), 403, "tenants", "tenant_suspended");
    }
    stillWaits(run);
    http.post(at(tenant) + "/resume", null).expect(200);
    decide(run, ada.allows(approvalId(run))).expect(202);
  }

  @Test
  void several_must_agree_and_one_principal_counts_once() {
    put(at(tenant) + "/approval-policy", "{'approvals_required':2}").expect(200);
    Approver again = approver(tenant, "ada");
    Approver bob = approver(tenant, "bob");
    JsonNode run = waiting();
    String id = approvalId(run);
    assertThat(approval(run).at("/request/approvals_required").asInt()).isEqualTo(2);
    assertThat(approval(run).at("/request/approvals")).isEmpty();

    decide(run, ada.allows(id)).expect(202);
    decide(run, again.allows(id)).expect(202);
    stillWaits(run);
    JsonNode approvals = approval(run).at("/request/approvals");
    assertThat(approvals.size()).isEqualTo(1);
    assertThat(members(approvals.get(0))).containsExactly("resolved_by", "at_ms");
    assertThat(text(approvals.get(0), "resolved_by")).isEqualTo("approver_key:" + ada.keyId());
    JsonNode card =
        http.get("/api/approval/pending?session_id=" + text(run, "session_id"))
            .json()
            .path("pending");
    assertThat(card.path("approvals_missing").asInt()).isEqualTo(1);

    decide(run, bob.allows(id)).expect(202);
    assertThat(lastWords(id(run))).contains("ran");
    assertThat(approval(run).at("/request/approvals").size()).isEqualTo(2);
  }

  @Test
  void a_key_that_retires_is_good_until_it_ends() {
    JsonNode run = waiting();
    http.post(at(tenant) + "/approver-keys/" + ada.keyId() + "/retire", null).expect(200);
    decide(run, ada.allows(approvalId(run))).expect(202);
    assertThat(lastWords(id(run))).contains("ran");
  }
}
