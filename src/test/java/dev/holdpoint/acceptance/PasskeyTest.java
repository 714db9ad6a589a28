package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Authenticator.Kind;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Passkeys below the browser: registered, used to come in and to decide, and refused. */
@OnBothDatabases
class PasskeyTest extends Tenancy {
  private final Http local;
  private final String page;

  PasskeyTest(Database database) {
    super(database);
    page = "http://localhost:" + http.address().getPort();
    local = new Http(page, String.valueOf(http.token()));
  }

  /** Somebody with a token, at the name that passkeys are bound to. */
  private Http person(String role, String more) {
    JsonNode made =
        http.post("/v1/tokens", json("{'name':'%s','role':'%s'%s}", newName(), role, json(more)))
            .expect(201)
            .json();
    return local.as(text(made, "token"));
  }

  private Http operator() {
    return person("operator", "");
  }

  private String challenge() {
    return text(
        local.as(null).post("/v1/passkeys/challenges", null).expect(201).json(), "challenge");
  }

  private Authenticator authenticator() {
    return new Authenticator(Kind.ES256, page);
  }

  private JsonNode registered(Http who, Authenticator by) {
    return who.post("/v1/passkeys", by.registers(challenge()).toString()).expect(201).json();
  }

  private Http.Answer signIn(ObjectNode answer) {
    ObjectNode body = JSON.createObjectNode();
    body.set("passkey", answer);
    return local.as(null).post("/v1/web-sessions", body.toString());
  }

  /** A yes or no of this run's approval, signed by the passkey. */
  private String decision(
      JsonNode run, Authenticator by, boolean allow, Consumer<ObjectNode> bend) {
    JsonNode request =
        http.get("/v1/approvals/" + approvalId(run)).expect(200).json().path("request");
    long exp = System.currentTimeMillis() / 1000 + 300;
    ObjectNode payload =
        JSON.createObjectNode()
            .put("approval_id", text(request, "id"))
            .put("decision", allow ? "approve" : "deny")
            .put("digest", text(request, "digest"))
            .put("exp", exp)
            .put("revision", request.path("revision").asInt())
            .putNull("secrets")
            .put("v", 2);
    bend.accept(payload);
    ObjectNode signature = by.decides(payload.toString(), payload.path("exp").asLong());
    return resolutions(
        one(text(request, "id"), allow ? "allow" : "deny", ",\"signature\":" + signature));
  }

  private Http.Answer decides(Http who, JsonNode run, String body) {
    return who.post("/v1/runs/" + id(run) + "/approvals", body);
  }

  // PF-59
  @ParameterizedTest
  @EnumSource(Kind.class)
  void PF_59_a_passkey_signs_its_owner_in_until_it_is_removed(Kind kind) {
    Http who = operator();
    Authenticator by = new Authenticator(kind, page);
    JsonNode made = registered(who, by);
    assertThat(texts(made.path("uses"))).containsExactly("sign_in", "step_up");
    assertThat(who.get("/v1/passkeys").expect(200).json().get(0)).isEqualTo(made);

    JsonNode caller = signIn(by.signsIn(challenge())).expect(201).json();
    assertThat(text(caller, "principal_id"))
        .isEqualTo(text(who.get("/v1/me").expect(200).json(), "principal_id"));

    String at = "/v1/passkeys/" + text(made, "key_id");
    assertThat(
            text(
                who.send("PATCH", at, json("{'name':'phone'}"), _ -> {}).expect(200).json(),
                "name"))
        .isEqualTo("phone");
    refused(operator().send("DELETE", at, null, _ -> {}), 404, "auth", "passkey_not_found");
    who.send("DELETE", at, null, _ -> {}).expect(204);
    String unknown =
        text(refused(signIn(by.signsIn(challenge())), 401, "auth", "unauthorized"), "detail");
    // One wording, also for what was never there.
    assertThat(
            text(
                refused(signIn(authenticator().signsIn(challenge())), 401, "auth", "unauthorized"),
                "detail"))
        .isEqualTo(unknown);
  }

  @Test
  void a_passkey_is_gone_with_its_token() {
    Http who = operator();
    Authenticator by = authenticator();
    registered(who, by);
    JsonNode me = who.get("/v1/me").expect(200).json();
    delete("/v1/tokens/" + text(me, "principal_id")).expect(204);
    assertThat(signIn(by.signsIn(challenge())).status()).isEqualTo(401);
  }

  @Test
  void a_token_of_role_agent_registers_none_and_a_viewer_becomes_no_approver() {
    Authenticator by = authenticator();
    refused(
        person("agent", ",'session_access':'all'")
            .post("/v1/passkeys", by.registers(challenge()).toString()),
        403,
        "auth",
        "forbidden");
    refused(
        local.as(null).post("/v1/passkeys", by.registers(challenge()).toString()),
        401,
        "auth",
        "unauthorized");
    Http viewer = person("viewer", "");
    registered(viewer, by);
    JsonNode run = park(session(), Script.bash("echo ran"), Script.SAY_LAST_RESULT);
    assertThat(decides(viewer, run, decision(run, by, true, _ -> {})).status()).isEqualTo(403);
    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
    assertThat(http.get(at("tnt_root") + "/approver-keys").expect(200).json().toString())
        .doesNotContain(by.credentialId());
  }

  @Test
  void what_does_not_verify_is_not_registered() {
    Http who = operator();
    List<Consumer<Authenticator>> bends =
        List.of(
            it -> it.origin = "http://evil.example",
            it -> it.rpId = "evil.example",
            it -> it.verified = false,
            it -> it.present = false,
            it -> it.crossOrigin = true);
    Set<String> said = new HashSet<>();
    for (Consumer<Authenticator> bend : bends) {
      Authenticator by = authenticator();
      bend.accept(by);
      said.add(
          text(
              refused(
                  who.post("/v1/passkeys", by.registers(challenge()).toString()),
                  400,
                  "auth",
                  "passkey_refused"),
              "detail"));
    }
    assertThat(said).hasSize(bends.size());
    Authenticator by = authenticator();
    ObjectNode good = by.registers(challenge());
    who.post("/v1/passkeys", good.toString()).expect(201);
    // Neither the same challenge again, nor the same credential for somebody else.
    refused(who.post("/v1/passkeys", good.toString()), 400, "auth", "passkey_refused");
    refused(
        operator().post("/v1/passkeys", by.registers(challenge()).toString()),
        400,
        "auth",
        "passkey_refused");
    assertThat(who.get("/v1/passkeys").expect(200).json()).hasSize(1);
  }

  // PF-63
  @Test
  void PF_63_a_challenge_works_once() {
    Http who = operator();
    Authenticator by = authenticator();
    registered(who, by);
    ObjectNode answer = by.signsIn(challenge());
    signIn(answer).expect(201);
    assertThat(signIn(answer).status()).isEqualTo(401);
    String forged = challenge();
    char last = forged.charAt(20);
    String bent = forged.substring(0, 20) + (last == 'A' ? 'B' : 'A') + forged.substring(21);
    assertThat(signIn(by.signsIn(bent)).status()).isEqualTo(401);
    by.count = 7;
    signIn(by.signsIn(challenge())).expect(201);
    assertThat(signIn(by.signsIn(challenge())).status()).isEqualTo(401);
    by.count = 6;
    assertThat(signIn(by.signsIn(challenge())).status()).isEqualTo(401);
    by.count = 8;
    signIn(by.signsIn(challenge())).expect(201);
  }

  // PF-65
  @Test
  void PF_65_an_address_is_no_name() {
    JsonNode support = http.get("/v1/me").expect(200).json().path("passkeys");
    assertThat(support.path("available").asBoolean()).isFalse();
    assertThat(text(support, "reason")).contains("localhost", page);
    JsonNode problem =
        refused(http.post("/v1/passkeys/challenges", null), 409, "auth", "passkey_unavailable");
    assertThat(text(problem, "detail")).contains(page);
    Authenticator by = authenticator();
    ObjectNode sent = by.registers(challenge());
    refused(http.post("/v1/passkeys", sent.toString()), 409, "auth", "passkey_unavailable");
    ObjectNode body = JSON.createObjectNode();
    body.set("passkey", by.signsIn(challenge()));
    refused(
        http.as(null).post("/v1/web-sessions", body.toString()),
        409,
        "auth",
        "passkey_unavailable");
    assertThat(local.get("/v1/me").expect(200).json().at("/passkeys/available").asBoolean())
        .isTrue();
  }

  private JsonNode invited(String tenant, String principal) {
    return local
        .post(at(tenant) + "/approver-keys/enrollments", json("{'principal':'%s'}", principal))
        .expect(201)
        .json();
  }

  private static String code(JsonNode invitation) {
    String url = text(invitation, "url");
    return url.substring(url.indexOf('#') + 1);
  }

  private Http.Answer enrolls(@Nullable String code, Authenticator by) {
    return local
        .as(null)
        .post("/v1/passkeys", by.registers(challenge()).put("enrollment_code", code).toString());
  }

  // PF-59
  @Test
  void PF_59_one_principal_has_twenty_however_they_came() {
    String principal = newName();
    String more = ",'principal':'" + principal + "'";
    Http first = person("operator", more);
    Http second = person("viewer", more);
    JsonNode removable = registered(first, authenticator());
    for (int i = 1; i < 20; i++) {
      registered(i % 2 == 0 ? first : second, authenticator());
    }
    for (Http who : List.of(first, second)) {
      assertThat(
              text(
                  refused(
                      who.post("/v1/passkeys", authenticator().registers(challenge()).toString()),
                      400,
                      "auth",
                      "passkey_refused"),
                  "detail"))
          .contains("there are 20 of this principal already");
    }
    String code = code(invited("tnt_root", principal));
    refused(enrolls(code, authenticator()), 400, "auth", "passkey_refused");
    enrolls(code(invited(guarded(), principal)), authenticator()).expect(201);

    first.send("DELETE", "/v1/passkeys/" + text(removable, "key_id"), null, _ -> {}).expect(204);
    enrolls(code, authenticator()).expect(201);
    refused(
        second.post("/v1/passkeys", authenticator().registers(challenge()).toString()),
        400,
        "auth",
        "passkey_refused");
  }

  // PF-60, PF-66
  @Test
  void PF_60_PF_66_an_invitation_makes_one_approver_key() {
    String tenant = guarded();
    JsonNode invitation = invited(tenant, "ada");
    assertThat(text(invitation, "url")).startsWith(page + "/ui/enroll#");
    JsonNode offer =
        local
            .as(null)
            .post("/v1/enrollments/find", json("{'enrollment_code':'%s'}", code(invitation)))
            .expect(200)
            .json();
    assertThat(text(offer, "principal")).isEqualTo("ada");
    // Two browsers with one invitation register one key.
    List<Http.Answer> both = atOnce(2, () -> enrolls(code(invitation), authenticator()));
    assertThat(both.stream().map(Http.Answer::status)).containsExactlyInAnyOrder(201, 404);
    String used =
        text(
            both.stream().filter(it -> it.status() == 404).findFirst().orElseThrow().json(),
            "detail");
    assertThat(
            text(
                refused(enrolls("nonsense", authenticator()), 404, "auth", "enrollment_not_found"),
                "detail"))
        .isEqualTo(used);
    JsonNode revoked = invited(tenant, "bob");
    delete(at(tenant) + "/approver-keys/enrollments/" + text(revoked, "enrollment_id")).expect(204);
    assertThat(text(enrolls(code(revoked), authenticator()).json(), "detail")).isEqualTo(used);
    assertThat(http.get(at(tenant) + "/approver-keys").expect(200).json()).hasSize(1);
  }

  // PF-60, PF-62
  @Test
  void PF_60_PF_62_an_invited_approver_decides_where_signatures_are_required() throws IOException {
    String tenant = guarded();
    Authenticator by = authenticator();
    JsonNode key = enrolls(code(invited(tenant, "ada")), by).expect(201).json();
    assertThat(texts(key.path("uses"))).containsExactly("approve");
    JsonNode listed = http.get(at(tenant) + "/approver-keys").expect(200).json().get(0);
    assertThat(text(listed, "fingerprint")).isEqualTo(text(key, "fingerprint"));
    assertThat(text(listed, "algorithm")).isEqualTo("webauthn");
    for (String member :
        List.of(
            "credential_id", "rp_id", "transports", "aaguid", "backed_up", "sign_count", "uses")) {
      assertThat(listed.get(member)).as(member).isNotNull().isEqualTo(key.get(member));
    }
    // It has no token, so it signs nobody in.
    assertThat(signIn(by.signsIn(challenge())).status()).isEqualTo(401);

    String session = sessionOf(tenant, null);
    JsonNode run = park(session, Script.bash("echo ran"), Script.SAY_LAST_RESULT);
    by.count = 5;
    leavesUnchanged(
        id(run),
        () -> {
          List<Consumer<Authenticator>> bends =
              List.of(
                  it -> it.origin = "http://evil.example",
                  it -> it.rpId = "evil.example",
                  it -> it.verified = false,
                  it -> it.present = false,
                  it -> it.crossOrigin = true,
                  it -> it.clientBend = PasskeyTest::marked,
                  it -> it.useType = "webauthn.create");
          for (Consumer<Authenticator> bend : bends) {
            String origin = by.origin;
            bend.accept(by);
            refused(
                decides(http, run, decision(run, by, true, _ -> {})),
                403,
                "approvals",
                "approval_signature_invalid");
            by.origin = origin;
            by.rpId = "localhost";
            by.verified = true;
            by.present = true;
            by.crossOrigin = false;
            by.clientBend = UnaryOperator.identity();
            by.useType = "webauthn.get";
          }
          List<Consumer<ObjectNode>> payloads =
              List.of(
                  it -> it.put("approval_id", "apr_01JD8ZK3V0000000000000000A"),
                  it -> it.put("decision", "deny"),
                  it -> it.put("digest", "0".repeat(64)),
                  it -> it.put("revision", 2),
                  it -> it.put("secrets", "0".repeat(64)),
                  it -> it.put("exp", System.currentTimeMillis() / 1000 - 1),
                  it -> it.put("exp", System.currentTimeMillis() / 1000 + 1_000));
          for (Consumer<ObjectNode> payload : payloads) {
            refused(
                decides(http, run, decision(run, by, true, payload)),
                403,
                "approvals",
                "approval_signature_invalid");
          }
          // Somebody else's authenticator under this key's name.
          String foreign =
              decision(run, authenticator(), true, _ -> {})
                  .replaceAll(
                      "\"credential_id\":\"[^\"]+\"", "\"key_id\":\"" + text(key, "key_id") + "\"");
          refused(decides(http, run, foreign), 403, "approvals", "approval_signature_invalid");
        });
    String good = decision(run, by, true, _ -> {});
    decides(http, run, good).expect(202);
    assertThat(lastWords(id(run))).contains("ran");

    // The same authenticator with a counter that did not rise decides nothing more.
    JsonNode next = park(session, Script.bash("echo again"), Script.SAY_LAST_RESULT);
    leavesUnchanged(
        id(next),
        () ->
            refused(
                decides(http, next, decision(next, by, true, _ -> {})),
                403,
                "approvals",
                "approval_signature_invalid"));
    by.count = 6;
    decides(http, next, decision(next, by, false, _ -> {})).expect(202);

    // Anybody can check both words, without this daemon.
    String export = http.get("/v1/audit/export").expect(200).text();
    assertThat(
            export
                .lines()
                .filter(
                    line -> line.contains("\"client_data\"") && line.contains(text(key, "key_id"))))
        .hasSize(2);
    assertThat(
            Verifier.verify(new ByteArrayInputStream(export.getBytes(UTF_8)), TrustedKeys.NOTHING)
                .findings())
        .isEmpty();
  }

  /** As some programs begin a text in UTF-8: the daemon's library reads past it, others do not. */
  private static byte[] marked(byte[] text) {
    return ("\uFEFF" + new String(text, UTF_8)).getBytes(UTF_8);
  }

  // PF-61
  @Test
  void PF_61_a_passkey_of_ones_own_is_no_approver_key() {
    Http who = operator();
    Authenticator by = authenticator();
    registered(who, by);
    JsonNode run =
        park(sessionOf(guarded(), null), Script.bash("echo ran"), Script.SAY_LAST_RESULT);
    leavesUnchanged(
        id(run),
        () -> {
          for (boolean allow : List.of(true, false)) {
            refused(
                decides(who, run, decision(run, by, allow, _ -> {})),
                403,
                "approvals",
                "approval_signature_invalid");
          }
        });
    // Elsewhere it proves that its owner was there, and nobody else.
    JsonNode open = park(session(), Script.bash("echo open"), Script.SAY_LAST_RESULT);
    leavesUnchanged(
        id(open),
        () ->
            refused(
                decides(operator(), open, decision(open, by, true, _ -> {})),
                403,
                "approvals",
                "approval_signature_invalid"));
    decides(who, open, decision(open, by, true, _ -> {})).expect(202);
    assertThat(lastWords(id(open))).contains("open");
  }

  // PF-61, PF-64
  @Test
  void PF_61_PF_64_a_policy_wants_a_passkey_for_every_yes() {
    String tenant = tenant();
    put(at(tenant) + "/approval-policy", "{'step_up':'passkey'}").expect(200);
    String session = sessionOf(tenant, null);
    Http who = operator();
    Authenticator by = authenticator();
    registered(who, by);
    JsonNode run = park(session, Script.bash("echo ran"), Script.SAY_LAST_RESULT);
    String id = approvalId(run);
    assertThat(text(http.get("/v1/approvals/" + id).expect(200).json().path("request"), "step_up"))
        .isEqualTo("passkey");
    String path = "/v1/runs/" + id(run) + "/approvals";
    Approver ada = approver(tenant, "ada");
    leavesUnchanged(
        id(run),
        () -> {
          for (String more :
              List.of("", json(",'grant':{'scope':'session'}"), ada.signs(id, true))) {
            refused(
                who.post(path, resolutions(one(id, "allow", more))),
                403,
                "approvals",
                "approval_signature_required");
          }
          assertThat(
                  who.post(
                          "/api/approval/respond",
                          json(
                              "{'session_id':'%s','approval_id':'%s','choice':'once'}",
                              session, id))
                      .status())
              .isEqualTo(403);
        });
    decides(who, run, decision(run, by, true, _ -> {})).expect(202);
    assertThat(lastWords(id(run))).contains("ran");
    JsonNode other = park(session, Script.bash("echo no"), Script.SAY_LAST_RESULT);
    who.post(
            "/v1/runs/" + id(other) + "/approvals", resolutions(one(approvalId(other), "deny", "")))
        .expect(202);
  }

  // PF-64
  @Test
  void PF_64_an_ask_rule_wants_a_passkey_whatever_is_allowed() {
    String session = session();
    String scope = json("'scope':{'kind':'session','id':'%s'}", session);
    JsonNode rule =
        http.post(
                "/v1/permission-rules",
                json("{'behavior':'ask','tool':'bash','command':'rm *','step_up':'passkey',")
                    + scope
                    + "}")
            .expect(201)
            .json();
    refused(
        http.post(
            "/v1/permission-rules",
            json("{'behavior':'allow','tool':'bash','command':'rm *','step_up':'passkey',")
                + scope
                + "}"),
        400,
        "permissions",
        "invalid_permission_rule");
    Http who = operator();
    Authenticator by = authenticator();
    registered(who, by);
    for (String command : List.of("rm -rf x", "cd . && rm -f z")) {
      http.post(
              "/v1/permission-rules",
              json("{'behavior':'allow','tool':'bash','command':'%s',", command) + scope + "}")
          .expect(201);
      JsonNode run = park(session, Script.bash(command), Script.SAY_LAST_RESULT);
      String id = approvalId(run);
      JsonNode request = http.get("/v1/approvals/" + id).expect(200).json().path("request");
      assertThat(text(request, "step_up")).as(command).isEqualTo("passkey");
      String path = "/v1/runs/" + id(run) + "/approvals";
      leavesUnchanged(
          id(run),
          () -> {
            for (String more : List.of("", json(",'grant':{'scope':'session'}"))) {
              refused(
                  who.post(path, resolutions(one(id, "allow", more))),
                  403,
                  "approvals",
                  "approval_signature_required");
            }
          });
      decides(who, run, decision(run, by, true, _ -> {})).expect(202);
      awaitRun(id(run), "completed");
    }
    // What a reviewer puts in the place of the input does not lead around it, and a no is free.
    JsonNode plain = park(session, Script.bash("echo plain"), Script.SAY_LAST_RESULT);
    String at = "/v1/runs/" + id(plain) + "/approvals";
    String id = approvalId(plain);
    assertThat(
            who.post(
                    at,
                    resolutions(one(id, "allow", json(",'updated_input':{'command':'rm -rf y'}"))))
                .status())
        .isEqualTo(400);
    who.post(at, resolutions(one(id, "allow", ""))).expect(202);
    awaitRun(id(plain), "completed");
    JsonNode denied = park(session, Script.bash("rm q"), Script.SAY_LAST_RESULT);
    who.post(
            "/v1/runs/" + id(denied) + "/approvals",
            resolutions(one(approvalId(denied), "deny", "")))
        .expect(202);
    // Nobody decides by removing what is in their way.
    String standing = "/v1/permission-rules/" + text(rule, "rule_id");
    refused(who.send("DELETE", standing, null, _ -> {}), 403, "auth", "forbidden");
    http.get(standing).expect(200);
    delete(standing).expect(204);
  }
}
