package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who is let in, and how this surface says no. */
@OnOneDatabase
class SignedProblemTest extends SignedAcceptance {
  /** Every slug that the page names; more may be served, none of these may be missing. */
  static final Set<String> SLUGS =
      Set.of(
          "insufficient-scope",
          "tenant-suspended",
          "approval-signature-invalid",
          "approval-not-eligible",
          "not-found",
          "name-conflict",
          "external-id-conflict",
          "resource-in-use",
          "cross-tenant",
          "conversation-archived",
          "approval-expired",
          "idempotency-key-conflict",
          "validation-error",
          "role-required",
          "approval-denied",
          "rate-limited",
          "capacity-exhausted",
          "bad-request");

  SignedProblemTest(Database database) {
    super(database);
  }

  private void unauthorized(Http.Answer answer) {
    JsonNode problem = problem(answer, 401, "insufficient-scope");
    assertThat(text(problem, "title")).isEqualTo("Unauthorized");
    assertThat(text(problem, "code")).isEqualTo("unauthorized");
  }

  @Test
  // S1-02, S1-103, S1-104, S1-107, S1-109, S1-111, S1-112, S1-113, S1-121, Q16
  void S1_103_S1_104_S1_107_S1_121_nobody_and_an_unknown_key_are_unauthorized() {
    Parked parked = parked();

    for (String path : List.of(parked.approve(), parked.deny())) {
      unauthorized(http.as(null).post(path, approveBody(parked)));
      unauthorized(http.as("sk_int_" + "A".repeat(43)).post(path, approveBody(parked)));
      unauthorized(http.as("").post(path, approveBody(parked)));
      unauthorized(http.as(host.approver().keyId()).post(path, approveBody(parked)));
    }
    for (String path :
        List.of("/approvals", "/approvals/x", "/integration/self", "/conversations/x/messages")) {
      unauthorized(http.as(null).get(path));
    }

    staysPending(parked);
  }

  @Test
  // S1-105
  void S1_105_a_revoked_service_key_is_unauthorized_at_once() {
    Parked parked = parked();
    String key = Host.serviceKey(http, host.tenant(), "");
    Http other = http.as(key);
    String id = text(other.get("/integration/self").expect(200).json(), "key_id");

    http.send("DELETE", host.path("/service-keys/" + id), null, _ -> {}).expect(204);

    unauthorized(other.get("/integration/self"));
    unauthorized(other.post(parked.approve(), approveBody(parked)));
    staysPending(parked);
  }

  private Http user(String sub, String scope, long expiresInS) {
    return http.as(
        Moving.PLATFORM.token(sub, host.tenant(), scope, moving.now() / 1000 + expiresInS));
  }

  private static final String ALL_SCOPES =
      "conversations:read conversations:write approvals:read approvals:resolve secrets:write";

  @Test
  // S1-106
  void S1_106_an_expired_platform_token_is_unauthorized() {
    Http user = user("ann", ALL_SCOPES, 60);
    String conversation = host.conversation(user, "");
    user.get("/conversations/" + conversation + "/messages").expect(200);

    moving.pass(Duration.ofSeconds(60));

    unauthorized(user.get("/conversations/" + conversation + "/messages"));
    unauthorized(user.post("/conversations", json("{'tenant_id':'%s'}", host.tenant())));
  }

  @Test
  void a_platform_token_that_is_not_the_platforms_is_unauthorized() throws Exception {
    long exp = moving.now() / 1000 + 60;
    ObjectNode claims = Platform.claims("ann", host.tenant(), ALL_SCOPES, exp);
    String good = Moving.PLATFORM.token(Platform.header(), claims);
    http.as(good).post("/conversations", json("{'tenant_id':'%s'}", host.tenant())).expect(201);
    String unsigned =
        Platform.part(Platform.header().put("alg", "none")) + "." + Platform.part(claims) + ".";
    String[] parts = good.split("\\.", -1);
    String turned = parts[0] + "." + Platform.part(claims.deepCopy().put("sub", "eve"));
    // The oldest trick: an HMAC with the public key, which everybody has.
    ObjectNode hs = Platform.header().put("alg", "HS256");
    String confused = Platform.part(hs) + "." + Platform.part(claims);
    byte[] mac =
        Approver.forger("x", Approver.HMAC, Moving.PLATFORM.publicKey())
            .sign(confused.getBytes(java.nio.charset.StandardCharsets.UTF_8));

    for (String token :
        List.of(
            new Platform().token(Platform.header(), claims),
            unsigned,
            turned + "." + parts[2],
            confused + "." + Approver.base64url(mac),
            Moving.PLATFORM.token(
                Platform.header(), claims.deepCopy().put("iss", "https://evil.example")),
            Moving.PLATFORM.token(Platform.header(), claims.deepCopy().put("aud", "other")),
            Moving.PLATFORM.token(Platform.header(), without(claims, "exp")),
            Moving.PLATFORM.token(Platform.header(), without(claims, "sub")),
            Moving.PLATFORM.token(Platform.header(), without(claims, "aud")),
            Moving.PLATFORM.token(Platform.header(), without(claims, "tenant_id")),
            good + ".x",
            parts[0] + "." + parts[1] + ".")) {
      Http.Answer answer =
          http.as(token).post("/conversations", json("{'tenant_id':'%s'}", host.tenant()));
      assertThat(answer.status()).as(token + answer.text()).isEqualTo(401);
    }
  }

  private static ObjectNode without(ObjectNode claims, String member) {
    ObjectNode copy = claims.deepCopy();
    copy.remove(member);
    return copy;
  }

  @Test
  // S1-125, Q47
  void S1_125_a_user_reaches_his_own_conversations_and_no_approval() {
    Http ann = user("ann", ALL_SCOPES, 600);
    Http bob = user("bob", ALL_SCOPES, 600);
    String mine = host.conversation(ann, "");
    Parked parked = host.parkIn(ann, mine, asksForSecret(), Script.say("went on"));

    ann.get(parked.messages()).expect(200);
    for (String path : List.of(parked.messages(), parked.secrets(), "/conversations/" + mine)) {
      problem(bob.get(path), 403, "insufficient-scope");
    }
    problem(host.say(bob, mine, Script.say("x")), 403, "insufficient-scope");
    problem(
        bob.send("PUT", parked.secrets(), json("{'secrets':{'A':'b'}}"), _ -> {}),
        403,
        "insufficient-scope");
    problem(bob.send("DELETE", "/conversations/" + mine, null, _ -> {}), 403, "insufficient-scope");
    for (Http user : List.of(ann, bob)) {
      problem(user.post(parked.approve(), approveBody(parked)), 403, "insufficient-scope");
      problem(user.post(parked.deny(), denyBody(parked)), 403, "insufficient-scope");
      problem(user.get("/approvals"), 403, "insufficient-scope");
      problem(user.get("/approvals/" + parked.approval()), 403, "insufficient-scope");
    }
    staysPending(parked);
  }

  // PF-83
  @Test
  void PF_83_a_user_cannot_tell_anothers_conversation_from_none() {
    Http ann = user("ann", ALL_SCOPES, 600);
    String secrets = json("{'secrets':{'A':'b'}}");
    Set<String> reads = new HashSet<>();
    Set<String> writes = new HashSet<>();
    for (String id :
        List.of(
            host.conversation(user("bob", ALL_SCOPES, 600), ""),
            host.conversation(),
            Host.of(http, moving::now).conversation(),
            "con_01JZZZZZZZZZZZZZZZZZZZZZZZ",
            "con_",
            "x")) {
      String path = "/conversations/" + id;
      for (String tail : List.of("", "/messages", "/secrets")) {
        reads.add(tail + bytes(ann.get(path + tail)));
      }
      writes.add("say " + bytes(host.say(ann, id, Script.say("x"))));
      writes.add("put " + bytes(ann.send("PUT", path + "/secrets", secrets, _ -> {})));
      writes.add("delete " + bytes(ann.send("DELETE", path, null, _ -> {})));
    }
    assertThat(reads).hasSize(3).allMatch(one -> one.contains("insufficient-scope"));
    assertThat(writes).hasSize(3).allMatch(one -> one.contains("insufficient-scope"));
  }

  /** Of the whole answer, but what is another in each: the request's id and the path. */
  private static String bytes(Http.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    return answer.text().replaceFirst("\"request_id\":\"[^\"]*\"", "");
  }

  @Test
  // S1-124
  void S1_124_a_key_without_the_scope_is_refused_for_that_alone() {
    Parked parked = parkedForSecret();
    String approve = approveBody(parked);
    Http reader =
        http.as(Host.serviceKey(http, host.tenant(), json(",'scopes':['approvals:read']")));
    Http writer =
        http.as(Host.serviceKey(http, host.tenant(), json(",'scopes':['conversations:write']")));

    reader.get("/approvals/" + parked.approval()).expect(200);
    problem(reader.post(parked.approve(), approve), 403, "insufficient-scope");
    problem(reader.post(parked.deny(), approve), 403, "insufficient-scope");
    problem(reader.get(parked.messages()), 403, "insufficient-scope");
    problem(reader.get(parked.secrets()), 403, "insufficient-scope");
    problem(writer.get("/approvals"), 403, "insufficient-scope");
    problem(writer.get(parked.messages()), 403, "insufficient-scope");
    problem(
        writer.send("PUT", parked.secrets(), json("{'secrets':{'A':'b'}}"), _ -> {}),
        403,
        "insufficient-scope");
    writer.post("/conversations", json("{'tenant_id':'%s'}", host.tenant())).expect(201);

    staysPending(parked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "viewer", "agent"})
  // S1-14, S1-124
  void S1_14_S1_124_the_daemons_own_tokens_reach_nothing_here_and_service_keys_nothing_there(
      String role) {
    Parked parked = parked();
    Http token = http.withRole(role, role + System.nanoTime());

    problem(token.post(parked.approve(), approveBody(parked)), 403, "insufficient-scope");
    problem(token.get("/approvals"), 403, "insufficient-scope");
    problem(token.get(parked.messages()), 403, "insufficient-scope");
    for (String path :
        List.of("/v1/sessions", "/v1/runs/" + parked.run(), "/v1/status", "/v1/tokens")) {
      assertThat(host.adapter().get(path).status()).as(path).isIn(401, 403);
    }
    assertThat(
            host.adapter()
                .post(
                    "/v1/runs/" + parked.run() + "/approvals",
                    json(
                        "{'resolutions':[{'request_id':'%s','behavior':'allow'}]}",
                        parked.approval()))
                .status())
        .isIn(401, 403);
    assertThat(
            host.adapter()
                .get("/api/approval/pending?session_id=" + parked.conversation())
                .status())
        .isIn(401, 403);

    staysPending(parked);
  }

  @Test
  // S1-108, S1-126, S1-127, S1-138, S1-139, S1-140
  void S1_108_every_kind_of_refusal_has_the_same_form() {
    Parked parked = parked();
    problem(send(parked.approve(), "{}"), 422, "validation-error");
    problem(send(parked.approve(), denyBody(parked)), 403, "approval-signature-invalid");
    problem(send("/approvals/apr_0/approve", approveBody(parked)), 404, "not-found");
    host.approve(parked).expect(200);
    problem(host.approve(parked), 409, "approval-expired");
  }

  @Test
  // S1-33, S1-34, S1-138
  void S1_33_S1_34_S1_138_what_was_decided_is_not_decided_again_either_way() {
    Parked approved = parked();
    Parked denied = parked();
    host.approve(approved).expect(200);
    host.deny(denied).expect(200);

    for (Parked parked : List.of(approved, denied)) {
      JsonNode before = host.approval(parked.approval());
      problem(host.approve(parked), 409, "approval-expired");
      problem(host.deny(parked), 409, "approval-expired");
      assertThat(host.approval(parked.approval())).isEqualTo(before);
    }
  }

  @Test
  // S1-110, S1-141
  void S1_110_S1_141_every_slug_has_a_page_that_anybody_may_read() {
    Http anybody = http.as(null);
    for (String slug : SLUGS) {
      Http.Answer page = anybody.get("/problems/" + slug).expect(200);
      assertThat(page.text()).contains(slug);
    }
    assertThat(anybody.get("/problems").expect(200).text()).contains(SLUGS);
    problem(anybody.get("/problems/no-such-thing"), 404, "not-found");
    assertThat(anybody.get("/problems/role-required").text())
        .as("documented, and never sent")
        .containsIgnoringCase("never");
  }

  @Test
  // S1-110: what is sent can be looked up
  void S1_110_the_type_of_a_problem_is_an_address_that_explains_it() {
    JsonNode problem = problem(host.adapter().get("/approvals/apr_0"), 404, "not-found");

    String path = java.net.URI.create(text(problem, "type")).getPath();

    http.as(null).get(path).expect(200);
  }

  @Test
  // S1-128
  void S1_128_not_found_looks_as_documented() {
    JsonNode problem = problem(host.adapter().get("/approvals/apr_0"), 404, "not-found");

    assertThat(text(problem, "title")).isEqualTo("Not found");
    assertThat(members(problem)).contains("type", "title", "status", "detail", "request_id");
  }

  @Test
  // S1-116, S1-119, S1-132, S1-133, Q37, Q47
  void S1_116_S1_119_S1_132_S1_133_a_name_that_is_taken_leads_to_its_holder() {
    // Tenants are made on /v1, so the problem has the native type; its members are the same (Q37).
    String name = "taken " + System.nanoTime();
    String body = json("{'name':'%s','parent_tenant_id':'%s'}", name, host.tenant());
    String holder = text(http.post("/v1/tenants", body).expect(201).json(), "tenant_id");

    Http.Answer answer = http.post("/v1/tenants", body);

    JsonNode problem = refused(answer, 409, "tenants", "name_conflict");
    assertThat(members(problem))
        .containsExactlyInAnyOrder(
            "type",
            "title",
            "status",
            "detail",
            "instance",
            "code",
            "domain",
            "request_id",
            "errors",
            "conflicting_resource_id");
    assertThat(text(problem, "title")).isEqualTo("Name conflict");
    assertThat(text(problem, "detail")).isNotBlank();
    assertThat(text(problem, "conflicting_resource_id")).isEqualTo(holder);
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/name");
    assertThat(http.get("/v1/tenants?limit=1000").expect(200).text().split(name, -1))
        .as("nothing was made")
        .hasSize(2);
    assertThat(text(http.get("/v1/tenants/" + holder).expect(200).json(), "name")).isEqualTo(name);
    // Another parent is another place.
    http.post("/v1/tenants", json("{'name':'%s','parent_tenant_id':'%s'}", name, holder))
        .expect(201);
  }

  @Test
  // S1-117, S1-119, S1-134
  void S1_117_S1_119_S1_134_an_external_id_that_is_taken_leads_to_its_holder() {
    String external = "acme:tenant:" + System.nanoTime();
    String holder =
        text(
            http.post(
                    "/v1/tenants",
                    json("{'name':'%s','external_id':'%s'}", external + "a", external))
                .expect(201)
                .json(),
            "tenant_id");

    JsonNode problem =
        refused(
            http.post(
                "/v1/tenants", json("{'name':'%s','external_id':'%s'}", external + "b", external)),
            409,
            "tenants",
            "external_id_conflict");

    assertThat(text(problem, "conflicting_resource_id")).isEqualTo(holder);
    http.get("/v1/tenants/" + holder).expect(200);
    // And of conversations, on this surface.
    String conversation = host.conversation(host.adapter(), json(",'external_id':'%s'", external));
    JsonNode taken =
        problem(
            send(
                "/conversations",
                json("{'tenant_id':'%s','external_id':'%s'}", host.tenant(), external)),
            409,
            "external-id-conflict");
    assertThat(text(taken, "conflicting_resource_id")).isEqualTo(conversation);
    host.adapter().get("/conversations/" + conversation + "/messages").expect(200);
  }

  @Test
  // S1-118, S1-119, S1-135
  void S1_118_S1_119_S1_135_what_is_in_use_is_not_deleted_and_the_way_out_is_shown() {
    String conversation = host.conversation();

    Http.Answer answer = http.send("DELETE", host.path(""), null, _ -> {});

    JsonNode problem = refused(answer, 409, "tenants", "resource_in_use");
    assertThat(text(problem, "conflicting_resource_id")).isNotBlank();
    http.get(host.path("")).expect(200);
    host.adapter().get("/conversations/" + conversation + "/messages").expect(200);
    String empty = Host.tenant(http, null);
    http.send("DELETE", "/v1/tenants/" + empty, null, _ -> {}).expect(204);
    refused(http.get("/v1/tenants/" + empty), 404, "tenants", "tenant_not_found");
  }

  @Test
  // S1-136, Q47
  void S1_136_a_conversation_of_another_tenant_of_the_subtree_is_cross_tenant() {
    Host child = host.child();
    String conversation = child.conversation();

    problem(
        host.adapter()
            .get(
                "/approvals?tenant_id=%s&conversation_id=%s"
                    .formatted(host.tenant(), conversation)),
        409,
        "cross-tenant");
    host.adapter()
        .get("/approvals?tenant_id=%s&conversation_id=%s".formatted(child.tenant(), conversation))
        .expect(200);
  }

  @Test
  // S1-137
  void S1_137_an_archived_conversation_takes_nothing_more() {
    Parked parked = parkedForSecret();
    host.adapter()
        .send("PUT", parked.secrets(), json("{'secrets':{'A':'b'}}"), _ -> {})
        .expect(200);
    String path = "/conversations/" + parked.conversation();

    host.adapter().send("DELETE", path, null, _ -> {}).expect(204);
    host.adapter().send("DELETE", path, null, _ -> {}).expect(204);

    problem(
        host.say(host.adapter(), parked.conversation(), Script.say("x")),
        409,
        "conversation-archived");
    problem(
        host.adapter().send("PUT", parked.secrets(), json("{'secrets':{'A':'b'}}"), _ -> {}),
        409,
        "conversation-archived");
    problem(host.approve(parked), 409, "approval-expired");
    assertThat(host.status(parked)).as("DX-43").isEqualTo("withdrawn");
    assertThat(host.aliases(parked.conversation())).isEmpty();
    assertThat(text(host.ended(parked), "status")).isEqualTo("failed");
  }

  @Test
  // S1-140, S1-142
  void S1_140_S1_142_a_validation_error_looks_as_documented() {
    JsonNode problem =
        problem(send("/conversations", json("{'tenant_id':7}")), 422, "validation-error");

    assertThat(text(problem, "title")).isEqualTo("Validation error");
    assertThat(problem.path("errors").isArray()).isTrue();
    problem
        .path("errors")
        .forEach(
            error -> {
              assertThat(members(error)).containsExactlyInAnyOrder("pointer", "message");
              assertThat(text(error, "pointer")).startsWith("/");
            });
  }

  @Test
  // S1-108
  void S1_108_unknown_paths_and_methods_of_this_surface_speak_its_language() {
    for (Http.Answer answer :
        List.of(
            host.adapter().get("/approvals/a/b/c"),
            host.adapter().send("PATCH", "/approvals", "{}", _ -> {}),
            host.adapter().get("/conversations/x/y"))) {
      assertThat(answer.status()).isIn(404, 405);
      assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
      assertThat(text(answer.json(), "type")).startsWith(moving.address() + "/problems/");
    }
  }

  @Test
  void health_needs_no_key() {
    http.as(null).get("/health").expect(200);
  }
}
