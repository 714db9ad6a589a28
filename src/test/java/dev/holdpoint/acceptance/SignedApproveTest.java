package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A signed decision settles an approval and takes its run on; nothing else does. */
@OnBothDatabases
class SignedApproveTest extends SignedAcceptance {
  SignedApproveTest(Database database) {
    super(database);
  }

  @Test
  // S1-01, S1-02, S1-05, S1-06, S1-07, S1-18
  void S1_01_S1_05_S1_06_S1_07_an_approval_is_approved_and_its_run_goes_on() {
    Parked parked = parked();

    Http.Answer answer = host.approve(parked).expect(200);

    assertThat(answer.header("Content-Type")).startsWith("application/json");
    JsonNode approval = answer.json();
    assertThat(text(approval, "object")).isEqualTo("approval");
    assertThat(text(approval, "id")).isEqualTo(parked.approval());
    assertThat(text(approval, "status")).isEqualTo("approved");
    assertThat(text(approval, "resolved_by")).isEqualTo(host.approver().identity());
    JsonNode message = host.ended(parked);
    assertThat(text(message, "status")).isEqualTo("completed");
    assertThat(text(message, "content")).contains("went on");
    assertThat(host.approval(parked.approval())).isEqualTo(approval);
    assertThat(count(parked, "approval_resolved")).isEqualTo(1);
  }

  @Test
  // S1-08, S1-17, Q40
  void S1_08_S1_17_a_denial_takes_the_same_body_and_ends_the_message() {
    Parked parked = parked();

    JsonNode approval = host.deny(parked).expect(200).json();

    assertThat(text(approval, "status")).isEqualTo("denied");
    assertThat(text(approval, "resolved_by")).isEqualTo(host.approver().identity());
    JsonNode message = host.ended(parked);
    assertThat(text(message, "status")).isEqualTo("failed");
    assertThat(message.path("error").isMissingNode()).isFalse();
    assertThat(text(message, "content")).doesNotContain("went on");
  }

  @Test
  // S1-19, S1-22
  void S1_19_S1_22_an_ed25519_key_decides_and_the_key_id_selects_it() {
    Approver ed = ed25519();
    Parked approved = parked();
    Parked denied = parked();

    JsonNode yes =
        send(approved.approve(), ed.body(approved.approval(), "approve", host.soon()))
            .expect(200)
            .json();
    JsonNode no =
        send(denied.deny(), ed.body(denied.approval(), "deny", host.soon())).expect(200).json();

    assertThat(text(yes, "resolved_by")).isEqualTo(ed.identity());
    assertThat(text(no, "resolved_by")).isEqualTo(ed.identity());
    // The value of one key under the id of another of the same kind is nobody's.
    Approver other = Approver.hmac(http, host.tenant(), "");
    Parked third = parked();
    ObjectNode mixed =
        host.approver()
            .calledAs(other.keyId(), Approver.HMAC)
            .body(third.approval(), "approve", host.soon());
    problem(send(third.approve(), mixed), 403, "approval-signature-invalid");
    staysPending(third);
  }

  @Test
  // S1-03, S1-04
  void S1_03_S1_04_json_is_taken_and_any_other_media_type_changes_nothing() {
    Parked parked = parkedForSecret();
    String yes = approveBody(parked);
    String no = host.approver().body(parked.approval(), "deny", host.soon()).toString();
    String conversations = json("{'tenant_id':'%s'}", host.tenant());
    int before = http.get("/v1/sessions").expect(200).json().size();

    for (String type :
        List.of(
            "text/plain",
            "text/json",
            "application/xml",
            "application/problem+json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/json; charset=utf-16",
            "")) {
      unsupported("POST", parked.approve(), yes, type);
      unsupported("POST", parked.deny(), no, type);
      unsupported("PUT", parked.secrets(), json("{'secrets':{'A':'never-stored'}}"), type);
      unsupported("POST", "/conversations", conversations, type);
    }

    staysPending(parked);
    assertThat(host.aliases(parked.conversation())).isEmpty();
    assertThat(http.get("/v1/sessions").expect(200).json().size()).isEqualTo(before);
    typed("POST", parked.approve(), yes, "Application/JSON; charset=\"UTF-8\"").expect(200);
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }

  private void unsupported(String method, String path, String body, String type) {
    JsonNode problem = problem(typed(method, path, body, type), 415, "unsupported-media-type");
    assertThat(text(problem, "detail")).contains("application/json");
  }

  /**
   * @param type empty for none
   */
  private Http.Answer typed(String method, String path, String body, String type) {
    return host.adapter()
        .send(
            method,
            path,
            null,
            request -> {
              request.method(method, HttpRequest.BodyPublishers.ofString(body));
              if (!type.isEmpty()) {
                request.header("Content-Type", type);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"note\":\"please\"}", "{\"secrets\":{\"CRM_API_KEY\":\"x\"}}"})
  // S1-09, S1-66
  void S1_09_S1_66_without_an_assertion_nothing_is_decided(String body) {
    Parked parked = parkedForSecret();

    for (String path : List.of(parked.approve(), parked.deny())) {
      for (Http by : List.of(host.adapter(), http)) {
        JsonNode problem = problem(by.post(path, body), 422, "validation-error");
        assertThat(problem.path("errors").valueStream().map(error -> text(error, "pointer")))
            .contains("/signature");
      }
    }

    staysPending(parked);
  }

  @Test
  // S1-10
  void S1_10_a_key_of_another_tenant_does_not_verify() {
    Host child = host.child();
    Host sibling = Host.of(http, moving::now);
    Parked parked = parked();
    Parked below = child.park(asksToAct("below"), Script.say("went on"));

    for (Approver stranger : List.of(child.approver(), sibling.approver())) {
      problem(
          send(parked.approve(), stranger.body(parked.approval(), "approve", host.soon())),
          403,
          "approval-signature-invalid");
    }
    // The parent's key is no key of the child either, though its adapter sees the approval.
    problem(
        send(below.approve(), host.approver().body(below.approval(), "approve", host.soon())),
        403,
        "approval-signature-invalid");

    staysPending(parked);
    assertThat(child.status(below)).isEqualTo("pending");
    // Whoever transports it does not matter, as long as the tenant lies in its subtree.
    send(below.approve(), child.approver().body(below.approval(), "approve", host.soon()))
        .expect(200);
  }

  @Test
  // S1-12
  void S1_12_a_service_key_signs_nothing() {
    Parked parked = parked();
    String key = String.valueOf(host.adapter().token());
    byte[] whole = key.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] part =
        key.substring("sk_int_".length()).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] bytes = java.util.Base64.getUrlDecoder().decode(key.substring("sk_int_".length()));
    String keyId = text(host.adapter().get("/integration/self").expect(200).json(), "key_id");

    for (byte[] secret : List.of(whole, part, bytes)) {
      for (String id : List.of(host.approver().keyId(), keyId)) {
        problem(
            send(
                parked.approve(),
                Approver.forger(id, Approver.HMAC, secret)
                    .body(parked.approval(), "approve", host.soon())),
            403,
            "approval-signature-invalid");
      }
    }

    staysPending(parked);
  }

  @Test
  // S1-13
  void S1_13_a_service_key_is_refused_as_the_secret_of_an_approver() {
    String key = String.valueOf(host.adapter().token());
    byte[] whole = key.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] bytes = java.util.Base64.getUrlDecoder().decode(key.substring("sk_int_".length()));
    Host other = Host.of(http, moving::now);

    for (Host of : List.of(host, other)) {
      for (byte[] secret : List.of(whole, bytes)) {
        Http.Answer answer =
            http.post(
                of.path("/approver-keys"),
                json("{'algorithm':'hmac-sha256','secret':'%s'}", Approver.base64url(secret)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).doesNotContain(key).doesNotContain(Approver.base64url(secret));
      }
    }
  }

  @Test
  // S1-11, S1-23
  void S1_11_S1_23_the_adapter_sees_which_keys_there_are_and_makes_none() {
    Approver ed = ed25519();

    JsonNode self = host.adapter().get("/integration/self").expect(200).json();

    assertThat(text(self, "object")).isEqualTo("integration_principal");
    assertThat(text(self, "key_id")).startsWith("key_");
    assertThat(text(self, "name")).isEqualTo("adapter");
    assertThat(text(self, "root_tenant_id")).isEqualTo(host.tenant());
    assertThat(texts(self.path("scopes"))).contains("approvals:read", "approvals:resolve");
    assertThat(self.path("approver_keys").valueStream().map(key -> text(key, "key_id")))
        .containsExactlyInAnyOrder(host.approver().keyId(), ed.keyId());
    self.path("approver_keys")
        .forEach(
            key ->
                assertThat(members(key))
                    .containsExactlyInAnyOrder("key_id", "algorithm", "created_at"));
    assertThat(self.toString())
        .doesNotContain(Approver.base64url(host.approver().known()))
        .doesNotContain(String.valueOf(host.adapter().token()));

    for (String method : List.of("POST", "GET", "PUT", "DELETE", "PATCH")) {
      for (String path :
          List.of(
              host.path("/approver-keys"),
              host.path("/approver-keys/" + ed.keyId()),
              host.path("/service-keys"),
              "/v1/tenants")) {
        Http.Answer answer =
            host.adapter().send(method, path, method.equals("GET") ? null : "{}", _ -> {});
        assertThat(answer.status()).as(method + " " + path).isIn(401, 403, 404, 405);
      }
    }
    assertThat(http.get(host.path("/approver-keys")).expect(200).text())
        .doesNotContain(Approver.base64url(host.approver().known()));
  }

  @Test
  // S1-79, S1-75, S1-78
  void S1_75_S1_78_S1_79_the_documented_body_is_taken_and_its_note_is_kept() {
    Parked parked = parkedForSecret();
    ObjectNode body =
        host.approver()
            .body(
                parked.approval(),
                "approve",
                host.soon(),
                ALIAS,
                "example-value-vaulted-never-echoed")
            .put("note", "Approved by supervisor on duty.");

    JsonNode approval = send(parked.approve(), body).expect(200).json();

    assertThat(text(approval, "note")).isEqualTo("Approved by supervisor on duty.");
    assertThat(host.approval(parked.approval())).isEqualTo(approval);
    assertThat(host.aliases(parked.conversation())).containsExactly(ALIAS);
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }

  @Test
  // Admin tokens work here too, for everything but minting an assertion.
  void an_admin_transports_an_assertion_and_makes_none() {
    Parked parked = parked();

    problem(http.post(parked.approve(), "{}"), 422, "validation-error");
    JsonNode approval = http.post(parked.approve(), approveBody(parked)).expect(200).json();

    assertThat(text(approval, "resolved_by")).isEqualTo(host.approver().identity());
    JsonNode self = http.get("/integration/self").expect(200).json();
    assertThat(text(self, "root_tenant_id")).isEqualTo("tnt_root");
  }

  @Test
  // Where an agent's process is kept for a gate, AgentRunTest and RelayTest show it (S1-96, Q15).
  void an_approval_that_waits_for_long_is_taken_up_as_if_nothing_had_been() {
    Parked parked = parked();
    moving.pass(java.time.Duration.ofHours(23));

    host.approve(parked).expect(200);

    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }
}
