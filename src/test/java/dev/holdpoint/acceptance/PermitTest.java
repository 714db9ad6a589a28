package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.Ed25519Verifier;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import dev.holdpoint.blackbox.Http;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A yes to an agent outside is the right to carry out one call once. */
@OnBothDatabases
class PermitTest extends Tenancy {
  private static final String KEY = "job-0123456789abcdef";
  private static final String CALL = "'tool_name':'deploy','input':{'to':'prod'}";

  PermitTest(Database database) {
    super(database);
  }

  private static String path(String permitId) {
    return "/v1/permits/" + permitId;
  }

  private static JsonNode raise(Http by, String session, String more) {
    return by.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{" + CALL + ",'reason':'release'" + more + "}"))
        .expect(201)
        .json();
  }

  private static String gate(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  private static String permitOf(String gateId) {
    return "prm_" + gateId.substring(4);
  }

  /** A permit that the admin has asked for and a person has allowed; gives its id. */
  private String allowed(String more) {
    JsonNode raised = raise(http, session(), more);
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate(raised))).expect(202);
    return permitOf(gate(raised));
  }

  private JsonNode permit(String id) {
    return http.get(path(id)).expect(200).json();
  }

  private String jws(String id) {
    return text(permit(id), "permit");
  }

  private static Http.Answer redeem(Http by, String id, String jws, String key, String more) {
    return by.post(
        path(id) + "/redeem",
        json("{'permit':'%s','redeemer_key':'%s'%s}", jws, key, json("," + CALL + more)));
  }

  private static Http.Answer report(Http by, String id, String key, String outcome) {
    return by.post(
        path(id) + "/result", json("{'redeemer_key':'%s','outcome':'%s'}", key, outcome));
  }

  // PF-18
  @Test
  void PF_18_a_permit_verifies_by_another_library_with_all_its_claims() throws Exception {
    String session = session();
    JsonNode raised =
        raise(http, session, ",'permit':{'audience':'ci','ttl_ms':60000,'result_within_ms':5000}");
    String gate = gate(raised);
    http.post(
            "/v1/runs/" + id(raised) + "/approvals",
            resolutions(one(gate, "allow", json(",'updated_input':{'to':'staging'}"))))
        .expect(202);

    JsonNode view = permit(permitOf(gate));
    String jws = text(view, "permit");
    JWSObject parsed = JWSObject.parse(jws);
    OctetKeyPair key =
        JWKSet.parse(http.get("/v1/keys.json").expect(200).text())
            .getKeyByKeyId(parsed.getHeader().getKeyID())
            .toOctetKeyPair();
    assertThat(parsed.verify(new Ed25519Verifier(key))).isTrue();
    assertThat(parsed.getHeader().getType().getType()).isEqualTo("holdpoint-permit+jwt");
    assertThat(parsed.getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.EdDSA);
    JsonNode claims = JSON.readTree(parsed.getPayload().toString());
    JsonNode decision = http.get("/v1/approvals/" + gate).expect(200).json().path("resolution");
    assertThat(claims.propertyNames())
        .containsExactlyInAnyOrder(
            "iss",
            "jti",
            "sub",
            "aud",
            "iat",
            "exp",
            "tenant_id",
            "session_id",
            "run_id",
            "tool_name",
            "digest",
            "revision",
            "attempt",
            "by");
    assertThat(text(claims, "iss")).startsWith("holdpoint:");
    assertThat(text(claims, "jti")).isEqualTo(permitOf(gate)).isEqualTo(text(view, "permit_id"));
    assertThat(text(claims, "sub")).isEqualTo(gate);
    assertThat(text(claims, "aud")).isEqualTo("ci").isEqualTo(text(view, "audience"));
    assertThat(claims.path("iat").asLong()).isEqualTo(decision.path("at_ms").asLong() / 1000);
    assertThat(claims.path("exp").asLong())
        .isEqualTo((decision.path("at_ms").asLong() + 60_000) / 1000);
    assertThat(text(claims, "session_id")).isEqualTo(session);
    assertThat(text(claims, "run_id")).isEqualTo(id(raised));
    assertThat(text(claims, "tool_name")).isEqualTo("deploy");
    // SHA-256 of {"input":{"to":"staging"},"tool_name":"deploy"}
    assertThat(text(claims, "digest"))
        .isEqualTo(sha256("{\"input\":{\"to\":\"staging\"},\"tool_name\":\"deploy\"}"))
        .isNotEqualTo(text(raised.path("request"), "digest"));
    assertThat(claims.path("attempt").asInt()).isEqualTo(1);
    assertThat(text(claims, "by")).isEqualTo("admin");
    assertThat(text(decision, "permit_id")).isEqualTo(permitOf(gate));
    assertThat(text(decision, "permit")).isEqualTo(jws).isEqualTo(jws(permitOf(gate)));
  }

  private static String sha256(String text) throws Exception {
    return java.util.HexFormat.of()
        .formatHex(
            java.security.MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  // PF-18
  @Test
  void PF_18_what_a_rule_allowed_has_a_permit_too_for_those_who_may_have_it() {
    String session = session();
    http.post(
            "/v1/permission-rules",
            json(
                "{'scope':{'kind':'session','id':'%s'},'tool':'deploy','behavior':'allow'}",
                session))
        .expect(201);
    Http operator = http.withRole("operator", "asks " + UUID.randomUUID());
    Http viewer = http.withRole("viewer", "looks " + UUID.randomUUID());
    String id = permitOf(gate(raise(operator, session, "")));

    JsonNode shown = operator.get(path(id)).expect(200).json();
    assertThat(text(shown, "state")).isEqualTo("ready");
    assertThat(text(shown, "runner")).isEqualTo("outside");
    assertThat(text(shown, "by")).startsWith("rule:");
    assertThat(text(shown, "permit")).isNotEmpty();
    assertThat(viewer.get(path(id)).expect(200).json().has("permit")).isFalse();
    JsonNode decision = http.get("/v1/approvals/apr_" + id.substring(4)).json().path("resolution");
    assertThat(decision.has("permit")).as("the request did not ask for it").isFalse();
    redeem(operator, id, text(shown, "permit"), KEY, "").expect(200);
    assertThat(operator.get(path(id)).json().has("permit")).as("used up").isFalse();
  }

  // PF-19
  @Test
  void PF_19_without_a_yes_there_is_no_permit_and_handing_out_writes_nothing() {
    String session = session();
    JsonNode pending = raise(http, session, "");
    JsonNode denied = raise(http, session, "");
    http.post("/v1/runs/" + id(denied) + "/approvals", deny(gate(denied), "no")).expect(202);
    JsonNode withdrawn = raise(http, session, "");
    http.post("/v1/runs/" + id(withdrawn) + "/cancel", "{}").expect(200);
    JsonNode late = raise(http, session, ",'expires_after_ms':1");
    http.get("/v1/approvals/" + gate(late) + "?wait_ms=10000").expect(200);
    for (JsonNode one : List.of(pending, denied, withdrawn, late)) {
      refused(http.get(path(permitOf(gate(one)))), 404, "permits", "permit_not_found");
      refused(
          redeem(http, permitOf(gate(one)), "x.y.z", KEY, ""), 404, "permits", "permit_not_found");
    }

    List<String> ids = List.of(allowed(""), allowed(""), allowed(""), allowed(""));
    String first = jws(ids.getFirst());
    for (int i = 0; i < 250; i++) {
      ids.forEach(id -> assertThat(jws(id)).isNotEmpty());
    }
    assertThat(jws(ids.getFirst())).as("the same bytes each time").isEqualTo(first);
    for (String id : ids) {
      String listed = "/v1/permits?approval_id=apr_" + id.substring(4);
      assertThat(http.get(listed).expect(200).json()).isEmpty();
    }
  }

  // PF-22
  @Test
  void PF_22_another_call_uses_nothing_up_and_the_right_one_works_afterwards() {
    String id = allowed("");
    String jws = jws(id);
    String other =
        json(
            "{'permit':'%s','redeemer_key':'%s','tool_name':'deploy','input':{'to':'moon'}}",
            jws, KEY);
    refused(http.post(path(id) + "/redeem", other), 409, "permits", "permit_digest_mismatch");
    String digest =
        json("{'permit':'%s','redeemer_key':'%s','input_digest':'%s'}", jws, KEY, "0".repeat(64));
    refused(http.post(path(id) + "/redeem", digest), 409, "permits", "permit_digest_mismatch");
    assertThat(text(permit(id), "state")).isEqualTo("ready");

    String right = text(permit(id), "digest");
    JsonNode started =
        http.post(
                path(id) + "/redeem",
                json("{'permit':'%s','redeemer_key':'%s','input_digest':'%s'}", jws, KEY, right))
            .expect(200)
            .json();
    assertThat(text(started, "state")).isEqualTo("started");
    assertThat(text(started, "redeemed_by")).isEqualTo("admin");
    assertThat(started.path("result_due_at_ms").asLong())
        .isEqualTo(started.path("redeemed_at_ms").asLong() + 3_600_000);
    Http.Answer again = redeem(http, id, jws, KEY, "").expect(200);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(again.json()).isEqualTo(started);
    JsonNode used =
        refused(redeem(http, id, jws, KEY + "2", ""), 409, "permits", "permit_redeemed");
    assertThat(text(used, "redeemed_by")).isEqualTo("admin");
    assertThat(used.path("redeemed_at_ms")).isEqualTo(started.path("redeemed_at_ms"));
  }

  // PF-23
  @Test
  void PF_23_whatever_does_not_hold_is_refused_in_one_wording() throws Exception {
    String id = allowed("");
    String jws = jws(id);
    String other = jws(allowed(""));
    String[] parts = jws.split("\\.", -1);
    char flipped = parts[2].charAt(9) == 'A' ? 'B' : 'A';
    byte[] publicKey =
        JWKSet.parse(http.get("/v1/keys.json").text())
            .getKeys()
            .getFirst()
            .toOctetKeyPair()
            .getDecodedX();
    JWSObject hs256 =
        new JWSObject(
            new JWSHeader.Builder(JWSAlgorithm.HS256).build(),
            new Payload(JWSObject.parse(jws).getPayload().toString()));
    hs256.sign(new MACSigner(publicKey));
    List<String> bad =
        List.of(
            parts[0]
                + "."
                + parts[1]
                + "."
                + parts[2].substring(0, 9)
                + flipped
                + parts[2].substring(10),
            base64("{\"alg\":\"none\",\"typ\":\"holdpoint-permit+jwt\"}") + "." + parts[1] + ".",
            hs256.serialize(),
            base64(
                    new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8)
                        .replace("permit", "receipt"))
                + "."
                + parts[1]
                + "."
                + parts[2],
            parts[0]
                + "."
                + base64(
                    new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
                        .replace("holdpoint:", "holdpoint:x"))
                + "."
                + parts[2],
            other,
            // Signed by the same key, and about the same approval.
            text(
                http.get("/v1/approvals/apr_" + id.substring(4) + "/receipt").expect(200).json(),
                "jws"),
            "x",
            parts[0] + "." + parts[1],
            // A compact JWS has no padding.
            jws + "==",
            jws + ".");
    String first = null;
    for (String one : bad) {
      JsonNode problem = refused(redeem(http, id, one, KEY, ""), 403, "permits", "permit_invalid");
      first = first == null ? text(problem, "detail") : first;
      assertThat(text(problem, "detail")).isEqualTo(first);
    }
    Http stranger = http.withRole("operator", "stranger " + UUID.randomUUID());
    JsonNode audience =
        refused(redeem(stranger, id, jws, KEY, ""), 403, "permits", "permit_invalid");
    assertThat(text(audience, "detail")).isEqualTo(first);
    String named = allowed(",'permit':{'audience':'ci'}");
    for (String said : List.of("", ",'audience':'cd'")) {
      refused(redeem(http, named, jws(named), KEY, said), 403, "permits", "permit_invalid");
    }
    redeem(stranger, named, jws(named), KEY, ",'audience':'ci'").expect(200);
    redeem(http, id, jws, KEY, "").expect(200);
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  // PF-24
  @Test
  void PF_24_a_permit_is_void_after_each_of_its_ends() {
    String revoked = allowed("");
    String kept = jws(revoked);
    JsonNode over = http.post(path(revoked) + "/revoke", "{}").expect(200).json();
    assertThat(text(over, "state")).isEqualTo("void");
    assertThat(http.post(path(revoked) + "/revoke", "{}").expect(200).json()).isEqualTo(over);
    isVoid(revoked, kept, "revoked");

    String session = session();
    JsonNode agent =
        http.post(
                "/v1/tokens",
                json(
                    "{'name':'%s','role':'agent','session_access':'all'}",
                    "withdraws " + UUID.randomUUID()))
            .expect(201)
            .json();
    Http asker = http.as(text(agent, "token"));
    JsonNode raised = raise(asker, session, "");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate(raised))).expect(202);
    String withdrawn = permitOf(gate(raised));
    String own = text(asker.get(path(withdrawn)).json(), "permit");
    assertThat(
            text(asker.post(path(withdrawn) + "/revoke", "{}").expect(200).json(), "void_reason"))
        .isEqualTo("withdrawn");
    assertThat(text(redeem(asker, withdrawn, own, KEY, "").json(), "void_reason"))
        .isEqualTo("withdrawn");

    JsonNode third = raise(http, session, "");
    http.post("/v1/runs/" + id(third) + "/approvals", allow(gate(third))).expect(202);
    String ended = permitOf(gate(third));
    String last = jws(ended);
    http.post("/v1/sessions/" + session + "/end", "{}").expect(200);
    isVoid(ended, last, "session_ended");

    String late = allowed(",'permit':{'ttl_ms':1000}");
    String expired = jws(late);
    JsonNode waited = http.get(path(late) + "?wait_ms=10000").expect(200).json();
    assertThat(text(waited, "state")).isEqualTo("void");
    isVoid(late, expired, "expired");

    String used = allowed("");
    redeem(http, used, jws(used), KEY, "").expect(200);
    JsonNode begun =
        refused(http.post(path(used) + "/revoke", "{}"), 409, "permits", "permit_redeemed");
    assertThat(text(begun, "detail"))
        .contains("so it cannot be revoked any more")
        .doesNotContain("redeemer key");
    assertThat(begun.path("redeemed_at_ms").asLong()).isPositive();
    refused(asker.post(path(allowed("")) + "/revoke", "{}"), 403, "auth", "forbidden");
  }

  private void isVoid(String id, String jws, String reason) {
    assertThat(text(permit(id), "void_reason")).isEqualTo(reason);
    JsonNode problem = refused(redeem(http, id, jws, KEY, ""), 409, "permits", "permit_void");
    assertThat(text(problem, "void_reason")).isEqualTo(reason);
  }

  @Test
  @DisplayName("PF-24 The list has what became void by itself, with its reason")
  void PF_24_the_list_has_what_became_void_by_itself() {
    String session = session();
    JsonNode ready = raise(http, session, "");
    JsonNode late = raise(http, session, ",'permit':{'ttl_ms':1000}");
    JsonNode denied = raise(http, session, "");
    for (JsonNode one : List.of(ready, late)) {
      http.post("/v1/runs/" + id(one) + "/approvals", allow(gate(one))).expect(202);
    }
    http.post("/v1/runs/" + id(denied) + "/approvals", resolutions(one(gate(denied), "deny", "")))
        .expect(202);
    http.get(path(permitOf(gate(late))) + "?wait_ms=10000").expect(200);
    String list = "/v1/permits?session_id=" + session;
    assertThat(http.get(list).expect(200).json())
        .singleElement()
        .isEqualTo(permit(permitOf(gate(late))));
    assertThat(text(http.get(list + "&state=void").expect(200).json().get(0), "void_reason"))
        .isEqualTo("expired");
    assertThat(http.get(list + "&state=ready").expect(200).json()).isEmpty();
    http.post("/v1/sessions/" + session + "/end", "{}").expect(200);
    assertThat(http.get(list + "&limit=1").expect(200).json())
        .singleElement()
        .isEqualTo(permit(permitOf(gate(late))));
    assertThat(
            http.get(list + "&state=void")
                .expect(200)
                .json()
                .valueStream()
                .map(one -> text(one, "void_reason"))
                .toList())
        .containsExactly("expired", "session_ended");
    assertThat(
            text(
                http.get("/v1/permits?approval_id=" + gate(ready)).expect(200).json().get(0),
                "void_reason"))
        .isEqualTo("session_ended");
  }

  @Test
  @DisplayName("PF-24 Why a permit was taken back is kept and shown")
  void PF_24_why_a_permit_was_taken_back_is_kept() {
    String id = allowed("");
    JsonNode over =
        http.post(path(id) + "/revoke", json("{'reason':'The release is off.'}"))
            .expect(200)
            .json();
    assertThat(text(over, "revoke_reason")).isEqualTo("The release is off.");
    assertThat(http.post(path(id) + "/revoke", json("{'reason':'x'}")).expect(200).json())
        .isEqualTo(over);
    assertThat(permit(id)).isEqualTo(over);
    String silent = allowed("");
    assertThat(http.post(path(silent) + "/revoke", null).expect(200).json().has("revoke_reason"))
        .isFalse();
  }

  // PF-24
  @Test
  void PF_24_a_redemption_that_races_a_revocation_has_one_winner() {
    for (int i = 0; i < 10; i++) {
      String id = allowed("");
      String jws = jws(id);
      List<Integer> statuses =
          atOnce(
              2,
              new java.util.concurrent.Callable<>() {
                private final java.util.concurrent.atomic.AtomicInteger turn =
                    new java.util.concurrent.atomic.AtomicInteger();

                @Override
                public Integer call() {
                  return turn.getAndIncrement() == 0
                      ? redeem(http, id, jws, KEY, "").status()
                      : http.post(path(id) + "/revoke", "{}").status();
                }
              });
      assertThat(statuses).containsExactlyInAnyOrder(200, 409);
    }
  }

  // PF-25
  @Test
  void PF_25_a_result_is_taken_once_from_the_one_who_redeemed() {
    String id = allowed("");
    refused(report(http, id, KEY, "succeeded"), 409, "permits", "permit_not_redeemed");
    JsonNode started = redeem(http, id, jws(id), KEY, "").expect(200).json();
    JsonNode still = report(http, id, KEY, "started").expect(200).json();
    assertThat(still.path("result_due_at_ms").asLong())
        .isGreaterThanOrEqualTo(started.path("result_due_at_ms").asLong());
    refused(report(http, id, KEY + "x", "succeeded"), 403, "permits", "permit_invalid");

    JsonNode done =
        http.post(
                path(id) + "/result",
                json("{'redeemer_key':'%s','outcome':'failed','error':'exit 3'}", KEY))
            .expect(200)
            .json();
    assertThat(text(done, "state")).isEqualTo("failed");
    assertThat(text(done, "error")).isEqualTo("exit 3");
    assertThat(report(http, id, KEY, "failed").expect(200).json()).isEqualTo(done);
    refused(report(http, id, KEY, "succeeded"), 409, "permits", "permit_settled");
    refused(report(http, id, KEY, "started"), 409, "permits", "permit_settled");
    assertThat(http.get("/v1/permits?state=failed&approval_id=apr_" + id.substring(4)).json())
        .singleElement()
        .isEqualTo(done);
    assertThat(http.get("/v1/permits?state=started&approval_id=apr_" + id.substring(4)).json())
        .isEmpty();
  }

  @Test
  void a_body_says_exactly_one_call_and_nothing_that_nobody_knows() {
    String id = allowed("");
    String jws = jws(id);
    for (String more :
        List.of(
            "",
            ",'tool_name':'deploy'",
            ",'input':{}",
            ",'input_digest':'" + "0".repeat(64) + "','tool_name':'deploy','input':{}",
            ",'input_digest':'x'",
            "," + CALL + ",'audiense':'ci'",
            "," + CALL + ",'observed':['a']",
            "," + CALL + ",'result_within_ms':999")) {
      refused(
          http.post(
              path(id) + "/redeem",
              json("{'permit':'%s','redeemer_key':'%s'%s}", jws, KEY, json(more))),
          400,
          "api",
          "invalid_request");
    }
    refused(redeem(http, id, jws, "short", ""), 400, "api", "invalid_request");
    assertThat(text(permit(id), "state")).isEqualTo("ready");
  }

  // PF-26
  @Test
  void PF_26_a_world_that_moved_voids_the_permit_and_asks_anew() {
    String session = session();
    String more =
        ",'request_key':'deploy-7','preconditions':["
            + "{'type':'fingerprint','name':'plan','value':'7'},"
            + "{'type':'file_absent','path':'lock'}]";
    JsonNode first = raise(http, session, more);
    http.post("/v1/runs/" + id(first) + "/approvals", allow(gate(first))).expect(202);
    String id = permitOf(gate(first));
    String jws = jws(id);
    for (String observed :
        List.of(
            "", ",'observed':['7']", ",'observed':['7','absent','x']", ",'observed':['7','x']")) {
      refused(redeem(http, id, jws, KEY, observed), 400, "api", "invalid_request");
    }
    assertThat(text(permit(id), "state")).isEqualTo("ready");

    JsonNode problem =
        refused(
            redeem(http, id, jws, KEY, ",'observed':['8','absent']"),
            409,
            "approvals",
            "stale_world");
    String successor = text(problem, "successor_id");
    assertThat(text(permit(id), "state")).isEqualTo("void");
    assertThat(text(permit(id), "void_reason")).isEqualTo("stale_world");
    assertThat(text(permit(id), "successor_id")).isEqualTo(successor);
    JsonNode later =
        refused(
            redeem(http, id, jws, KEY, ",'observed':['7','absent']"),
            409,
            "permits",
            "permit_void");
    assertThat(text(later, "successor_id")).isEqualTo(successor);

    JsonNode second = raise(http, session, more);
    assertThat(gate(second)).isEqualTo(successor);
    assertThat(second.at("/request/revision").asInt()).isEqualTo(2);
    assertThat(second.at("/request/changes/0/found").asString()).isEqualTo("8");
    http.post("/v1/runs/" + id(second) + "/approvals", allow(successor)).expect(202);
    String next = permitOf(successor);
    String good = jws(next);
    String holds = ",'observed':['8','absent']";
    assertThat(text(redeem(http, next, good, KEY, holds).expect(200).json(), "state"))
        .isEqualTo("started");
    // The runner that has begun gets the same answer again, however the world is by then.
    redeem(http, next, good, KEY, ",'observed':['9','absent']").expect(200);
  }

  // PF-31
  @Test
  void PF_31_a_native_call_shows_its_state_and_cannot_be_redeemed() {
    JsonNode run =
        park(session(), Script.approval("x"), Script.approval("y"), Script.SAY_LAST_RESULT);
    String gate = approvalId(run);
    http.post("/v1/runs/" + id(run) + "/approvals", allow(gate)).expect(202);
    awaitRun(
        id(run), now -> !approvalIdOrNone(now).isEmpty() && !approvalIdOrNone(now).equals(gate));

    JsonNode shown = permit(permitOf(gate));
    assertThat(text(shown, "runner")).isEqualTo("holdpoint");
    assertThat(text(shown, "state")).isEqualTo("succeeded");
    assertThat(shown.has("permit")).isFalse();
    refused(
        redeem(http, permitOf(gate), "a.b.c", KEY, ""), 409, "permits", "permit_not_redeemable");
    refused(
        report(http, permitOf(gate), KEY, "succeeded"), 409, "permits", "permit_not_redeemable");
    refused(
        http.post(path(permitOf(gate)) + "/revoke", "{}"), 409, "permits", "permit_not_redeemable");
  }

  // PF-31
  @Test
  void PF_31_a_native_call_that_failed_is_shown_as_failed() {
    for (String[] command : new String[][] {{"true", "succeeded"}, {"exit 3", "failed"}}) {
      JsonNode run = park(session(), Script.bash(command[0]), Script.SAY_LAST_RESULT);
      String gate = approvalId(run);
      http.post("/v1/runs/" + id(run) + "/approvals", allow(gate)).expect(202);
      awaitRun(id(run), "completed");
      assertThat(text(permit(permitOf(gate)), "state")).isEqualTo(command[1]);
    }
  }

  private static String approvalIdOrNone(JsonNode run) {
    JsonNode pending = run.path("pending_approvals");
    return pending.isEmpty() ? "" : text(pending.get(0), "id");
  }

  @Test
  void another_tenants_permit_is_not_there() {
    String session = sessionOf(tenant(), null);
    JsonNode raised = raise(http, session, "");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate(raised))).expect(202);
    Http other = bound(tenant(), "admin");
    for (String id : List.of(permitOf(gate(raised)), "prm_01JZZZZZZZZZZZZZZZZZZZZZZZ", "x")) {
      refused(other.get(path(id)), 404, "permits", "permit_not_found");
      refused(redeem(other, id, "x", KEY, ""), 404, "permits", "permit_not_found");
    }
  }

  @Test
  @DisplayName("PF-26 In a suspended tenant nothing of the world is looked at")
  void PF_26_in_a_suspended_tenant_nothing_of_the_world_is_looked_at() {
    String tenant = tenant();
    JsonNode raised =
        raise(
            http,
            sessionOf(tenant, null),
            ",'preconditions':[{'type':'fingerprint','name':'plan','value':'7'}]");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate(raised))).expect(202);
    String id = permitOf(gate(raised));
    String jws = jws(id);
    http.post("/v1/tenants/" + tenant + "/suspend", null).expect(200);
    // Values that are missing are found by the look.
    assertThat(redeem(http, id, jws, KEY, "").status()).isEqualTo(403);
    http.post("/v1/tenants/" + tenant + "/resume", null).expect(200);
    assertThat(redeem(http, id, jws, KEY, "").status()).isEqualTo(400);
    redeem(http, id, jws, KEY, ",'observed':['7']").expect(200);
  }
}
