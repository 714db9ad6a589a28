package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.erdtman.jcs.JsonCanonicalizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Assertions that bind what was shown, made here from the page alone. */
@OnBothDatabases
class AssertionV2Test extends SignedAcceptance {
  private static final String NONCE = "AAECAwQFBgcICQoLDA0ODw";
  private static final String VALUE = "v2-quite-distinct-value-0815";

  AssertionV2Test(Database database) {
    super(database);
  }

  private static String sha256(String json) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(new JsonCanonicalizer(json).getEncodedUTF8()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The seven members of the payload of a yes to this approval. */
  private Map<String, Object> payload(JsonNode approval, String decision, long exp) {
    Map<String, Object> payload = new TreeMap<>();
    payload.put("approval_id", text(approval, "id"));
    payload.put("decision", decision);
    payload.put("digest", text(approval, "digest"));
    payload.put("exp", exp);
    payload.put("revision", approval.path("revision").asInt());
    payload.put("secrets", JSON.nullNode());
    payload.put("v", 2);
    return payload;
  }

  private static ObjectNode signed(Approver by, Map<String, Object> payload, long exp) {
    return by.assertion(
            Approver.base64url(by.sign(JSON.writeValueAsString(payload).getBytes(UTF_8))), exp)
        .put("version", 2);
  }

  private ObjectNode body(Approver by, JsonNode approval, String decision, long exp) {
    ObjectNode body = JSON.createObjectNode();
    body.set("signature", signed(by, payload(approval, decision, exp), exp));
    return body;
  }

  private static String secretsHash(String nonce, String value) {
    ObjectNode hashed = JSON.createObjectNode().put("nonce", nonce);
    hashed.putObject("secrets").put(ALIAS, value);
    return sha256(hashed.toString());
  }

  // PF-07
  @Test
  void PF_07_the_vectors_of_the_page() throws Exception {
    assertThat(sha256("{\"tool_name\":\"bash\",\"input\":{\"command\":\"./deploy 1.4\"}}"))
        .isEqualTo("65f35b33f7bfca98961f19c6d520aa8e0474528690ecfdb064099dd0aff1a3eb");
    ObjectNode hashed = JSON.createObjectNode().put("nonce", NONCE);
    hashed.putObject("secrets").put("CRM_API_KEY", "k-1");
    assertThat(sha256(hashed.toString()))
        .isEqualTo("0ec5b6054e2a5770f79f011f4b8cbbab7e4a53d596ea4327d0087527eb8a803f");
  }

  // PF-07
  @ParameterizedTest
  @ValueSource(strings = {Approver.HMAC, Approver.ED25519})
  void PF_07_a_payload_of_seven_members_holds_and_none_may_differ(String algorithm) {
    Approver by = algorithm.equals(Approver.HMAC) ? host.approver() : ed25519();
    Parked parked = parked();
    JsonNode approval = host.approval(parked.approval());
    long exp = host.soon();
    List<Consumer<Map<String, Object>>> changes =
        List.of(
            all -> all.put("approval_id", "apr_01JD8ZK3V0000000000000000A"),
            all -> all.put("decision", "deny"),
            all -> all.put("digest", "0".repeat(64)),
            all -> all.put("exp", exp + 1),
            all -> all.put("revision", 2),
            all -> all.put("secrets", "0".repeat(64)),
            all -> all.put("v", 3),
            all -> all.remove("secrets"));
    Http.Answer[] first = new Http.Answer[1];
    unchanged(
        parked,
        () -> {
          for (Consumer<Map<String, Object>> change : changes) {
            Map<String, Object> payload = payload(approval, "approve", exp);
            change.accept(payload);
            ObjectNode body = JSON.createObjectNode();
            body.set("signature", signed(by, payload, exp));
            first[0] = sameRefusal(first[0], send(parked.approve(), body));
          }
          for (JsonNode version :
              List.<JsonNode>of(
                  JSON.valueToTree(3),
                  JSON.valueToTree(0),
                  JSON.valueToTree(2.5),
                  JSON.valueToTree("2"),
                  JSON.valueToTree(List.of(2)))) {
            ObjectNode body = body(by, approval, "approve", exp);
            ((ObjectNode) body.path("signature")).set("version", version);
            first[0] = sameRefusal(first[0], send(parked.approve(), body));
          }
          // One of version 1 is none of version 2, and the other way round.
          ObjectNode old = by.body(parked.approval(), "approve", exp);
          ((ObjectNode) old.path("signature")).put("version", 2);
          first[0] = sameRefusal(first[0], send(parked.approve(), old));
          ObjectNode bare = body(by, approval, "approve", exp);
          ((ObjectNode) bare.path("signature")).remove("version");
          first[0] = sameRefusal(first[0], send(parked.approve(), bare));
        });
    send(parked.approve(), body(by, approval, "approve", exp)).expect(200);
    assertThat(text(host.approval(parked.approval()), "status")).isEqualTo("approved");
  }

  private String sessionOf(Parked parked) {
    return text(run(parked.run()), "session_id");
  }

  /** One wording, whatever is wrong. */
  private Http.Answer sameRefusal(Http.@Nullable Answer first, Http.Answer now) {
    JsonNode refused = problem(now, 403, "approval-signature-invalid");
    if (first != null) {
      assertThat(text(refused, "detail")).isEqualTo(text(first.json(), "detail"));
    }
    return now;
  }

  // PF-07, PF-10
  @Test
  void PF_07_PF_10_secrets_are_bound_and_leave_no_nonce() {
    Parked parked = parkedForSecret();
    JsonNode approval = host.approval(parked.approval());
    long exp = host.soon();
    Map<String, Object> payload = payload(approval, "approve", exp);
    payload.put("secrets", secretsHash(NONCE, VALUE));
    ObjectNode good = JSON.createObjectNode();
    ((ObjectNode) good.set("signature", signed(host.approver(), payload, exp)).path("signature"))
        .put("secrets_nonce", NONCE);
    good.putObject("secrets").put(ALIAS, VALUE);
    unchanged(
        parked,
        () -> {
          ObjectNode other = good.deepCopy();
          ((ObjectNode) other.path("secrets")).put(ALIAS, VALUE + "x");
          problem(send(parked.approve(), other), 403, "approval-signature-invalid");
          for (String nonce : List.of("AAECAwQFBgcICQoLDA0ODx", "AAEC", "", "!")) {
            ObjectNode bad = good.deepCopy();
            ((ObjectNode) bad.path("signature")).put("secrets_nonce", nonce);
            problem(send(parked.approve(), bad), 403, "approval-signature-invalid");
          }
          ObjectNode none = good.deepCopy();
          ((ObjectNode) none.path("signature")).remove("secrets_nonce");
          problem(send(parked.approve(), none), 403, "approval-signature-invalid");
          ObjectNode empty = good.deepCopy();
          empty.remove("secrets");
          problem(send(parked.approve(), empty), 403, "approval-signature-invalid");
        });
    Http.Answer answer = send(parked.approve(), good).expect(200);
    assertThat(answer.text()).doesNotContain(VALUE).doesNotContain(NONCE);
    assertThat(host.aliases(parked.conversation())).containsExactly(ALIAS);
    for (String path :
        List.of(
            "/v1/approvals/" + parked.approval(),
            "/v1/runs/" + parked.run() + "/events",
            "/approvals/" + parked.approval())) {
      assertThat(http.get(path).expect(200).text()).doesNotContain(NONCE).doesNotContain(VALUE);
    }
    assertThat(http.get("/v1/approvals/" + parked.approval()).json().toString()).contains("allow");
  }

  // PF-08
  @Test
  void PF_08_a_tenant_may_take_version_2_alone_at_every_door() {
    host.policy("\"assertion_version\":2");
    Parked parked = parked();
    JsonNode approval = host.approval(parked.approval());
    assertThat(approval.path("assertion_version").asInt()).isEqualTo(2);
    unchanged(
        parked,
        () -> {
          problem(send(parked.approve(), approveBody(parked)), 403, "approval-signature-invalid");
          JsonNode old = host.approver().assertion(parked.approval(), "approve", host.soon());
          assertThat(
                  http.post(
                          "/v1/runs/" + parked.run() + "/approvals",
                          resolutions(one(parked.approval(), "allow", ",\"signature\":" + old)))
                      .code())
              .isEqualTo("approval_signature_invalid");
          assertThat(
                  http.post(
                          "/api/approval/respond",
                          json(
                              "{'session_id':'%s','choice':'once','approval_id':'%s','signature':%s}",
                              sessionOf(parked), parked.approval(), old))
                      .code())
              .isEqualTo("approval_signature_invalid");
        });
    JsonNode fresh = body(host.approver(), approval, "approve", host.soon()).path("signature");
    http.post(
            "/v1/runs/" + parked.run() + "/approvals",
            resolutions(one(parked.approval(), "allow", ",\"signature\":" + fresh)))
        .expect(202);
    assertThat(host.status(parked)).isEqualTo("approved");

    Parked second = parked();
    JsonNode click =
        body(host.approver(), host.approval(second.approval()), "approve", host.soon())
            .path("signature");
    http.post(
            "/api/approval/respond",
            json(
                "{'session_id':'%s','choice':'once','approval_id':'%s','signature':%s}",
                sessionOf(second), second.approval(), click))
        .expect(200);
    host.policy("\"assertion_version\":1");
  }

  // PF-09
  @Test
  void PF_09_version_2_holds_for_a_quarter_of_an_hour_and_a_tenant_bounds_version_1() {
    Parked parked = parked();
    JsonNode approval = host.approval(parked.approval());
    long now = host.now() / 1_000;
    problem(
        send(parked.approve(), body(host.approver(), approval, "approve", now + 901)),
        403,
        "approval-signature-invalid");
    send(parked.approve(), body(host.approver(), approval, "approve", now + 899)).expect(200);

    host.policy("\"longest_assertion_ms\":60000");
    Parked second = parked();
    problem(
        send(second.approve(), host.approver().body(second.approval(), "approve", now + 61)),
        403,
        "approval-signature-invalid");
    send(second.approve(), host.approver().body(second.approval(), "approve", now + 59))
        .expect(200);
  }
}
