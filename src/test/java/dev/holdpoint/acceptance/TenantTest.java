package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tenants are made, told apart, suspended, put under a policy and removed. */
@OnBothDatabases
class TenantTest extends Tenancy {
  TenantTest(Database database) {
    super(database);
  }

  private static JsonNode conflict(Http.Answer answer, String code, String holder) {
    JsonNode problem = refused(answer, 409, "tenants", code);
    assertThat(text(problem, "conflicting_resource_id")).isEqualTo(holder);
    return problem;
  }

  @Test
  void a_tenant_is_shown_with_all_that_it_is() {
    String name = newName();
    JsonNode made =
        http.post(TENANTS, json("{'name':'%s','external_id':'ext %s'}", name, name))
            .expect(201)
            .json();

    assertThat(members(made))
        .containsExactly(
            "tenant_id",
            "name",
            "external_id",
            "parent_tenant_id",
            "state",
            "approval_policy",
            "created_at",
            "created_at_ms");
    assertThat(text(made, "tenant_id")).matches("tnt_[A-Za-z0-9]+");
    assertThat(text(made, "name")).isEqualTo(name);
    assertThat(text(made, "parent_tenant_id")).isEqualTo("tnt_root");
    assertThat(text(made, "state")).isEqualTo("active");
    assertThat(text(made, "created_at")).matches("20\\d\\d-\\d\\d-\\d\\dT[\\d:.]+Z");
    assertThat(made.path("approval_policy"))
        .hasToString(
            json(
                "{'signature_required':false,'approvals_required':1,"
                    + "'requester_may_approve':false,'expires_after_ms':86400000,'require_digest':false,"
                    + "'assertion_version':1,'step_up':'none','needs':'1 of anyone'}"));
    assertThat(http.get(at(text(made, "tenant_id"))).expect(200).json()).isEqualTo(made);
  }

  @Test
  void the_root_tenant_is_shown_and_left_alone() {
    JsonNode root = http.get(at("tnt_root")).expect(200).json();
    assertThat(text(root, "tenant_id")).isEqualTo("tnt_root");
    assertThat(members(root)).doesNotContain("parent_tenant_id", "created_at");
    ObjectNode policy =
        (ObjectNode) http.get(at("tnt_root") + "/approval-policy").expect(200).json();
    // Other tests of this daemon may have left it approver keys.
    policy.remove("warnings");
    assertThat(policy).isEqualTo(root.path("approval_policy"));

    for (Http.Answer answer :
        List.of(
            delete(at("tnt_root")),
            http.post(at("tnt_root") + "/suspend", null),
            http.post(at("tnt_root") + "/resume", null),
            put(at("tnt_root") + "/approval-policy", "{'expires_after_ms':86400000}"),
            http.post(at("tnt_root") + "/service-keys", json("{'name':'x'}")))) {
      refused(answer, 400, "tenants", "invalid_tenant");
    }
    assertThat(http.get(at("tnt_root")).expect(200).json()).isEqualTo(root);
    assertThat(http.get(at("tnt_root") + "/service-keys").expect(200).json()).isEmpty();
  }

  // S1-116, S1-132, S1-119
  @Test
  void S1_116_S1_132_a_name_is_taken_among_siblings_alone() {
    JsonNode first = tenant("");
    String id = text(first, "tenant_id");
    String again = json("{'name':'%s'}", text(first, "name"));

    conflict(http.post(TENANTS, again), "name_conflict", id);
    assertThat(http.get(at(id)).expect(200).json()).isEqualTo(first);
    http.post(TENANTS, json("{'name':'%s','parent_tenant_id':'%s'}", text(first, "name"), id))
        .expect(201);
    conflict(http.post(TENANTS, again), "name_conflict", id);
  }

  // S1-117, S1-134, S1-119
  @Test
  void S1_117_S1_134_an_external_id_is_taken_everywhere_until_its_tenant_is_gone() {
    String external = "acme:" + newName();
    String id = text(tenant(",'external_id':'" + external + "'"), "tenant_id");
    String parent = tenant();
    String wish =
        json(
            "{'name':'%s','parent_tenant_id':'%s','external_id':'%s'}",
            newName(), parent, external);

    conflict(http.post(TENANTS, wish), "external_id_conflict", id);
    delete(at(id)).expect(204);
    refused(http.get(at(id)), 404, "tenants", "tenant_not_found");
    http.post(TENANTS, wish).expect(201);
  }

  @Test
  void sixteen_at_once_with_one_name_make_one_tenant() {
    String body = json("{'name':'%s'}", newName());
    List<Http.Answer> answers = atOnce(16, () -> http.post(TENANTS, body));

    List<Http.Answer> made = answers.stream().filter(a -> a.status() == 201).toList();
    assertThat(made).hasSize(1);
    String id = text(made.getFirst().json(), "tenant_id");
    answers.stream()
        .filter(a -> a.status() != 201)
        .forEach(answer -> conflict(answer, "name_conflict", id));
  }

  @Test
  void tenants_are_sixteen_deep_and_their_parents_exist() {
    String parent = tenant();
    for (int depth = 2; depth <= 16; depth++) {
      parent = below(parent);
    }
    String deepest = json("{'name':'x','parent_tenant_id':'%s'}", parent);
    refused(http.post(TENANTS, deepest), 400, "tenants", "invalid_tenant");
    for (String nobody : List.of("tnt_01JZZZZZZZZZZZZZZZZZZZZZZZ", "nobody", "con_1")) {
      JsonNode problem =
          refused(
              http.post(TENANTS, json("{'name':'x','parent_tenant_id':'%s'}", nobody)),
              400,
              "tenants",
              "invalid_tenant");
      assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/parent_tenant_id");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'name':''}",
        "{'name':null}",
        "{'name':7}",
        "{'name':'a\\nb'}",
        "{'name':'x','extra':1}",
        "{'name':'x','external_id':''}",
        "{'name':'x','parentTenantId':'tnt_root'}"
      })
  void a_body_that_is_not_as_it_should_be_makes_nothing(String body) {
    refused(http.post(TENANTS, json(body)), 400, "api", "invalid_request");
  }

  @Test
  void names_have_up_to_200_characters_and_say_something() {
    String longest = (newName() + "x".repeat(200)).substring(0, 200);
    http.post(TENANTS, json("{'name':'%s'}", longest)).expect(201);
    refused(http.post(TENANTS, json("{'name':'%sx'}", longest)), 400, "api", "invalid_request");
    refused(http.post(TENANTS, json("{'name':'   '}")), 400, "tenants", "invalid_tenant");
  }

  @Test
  void the_list_has_the_newest_first_and_is_walked_in_pages() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.addFirst(tenant());
    }
    List<String> walked = new ArrayList<>();
    String cursor = "";
    while (walked.size() < 5) {
      JsonNode page = http.get(TENANTS + "?page=true&limit=2" + cursor).expect(200).json();
      page.path("items").forEach(row -> walked.add(text(row, "tenant_id")));
      cursor = "&cursor=" + page.at("/pagination/next_cursor").asString();
    }
    assertThat(walked.subList(0, 5)).isEqualTo(made);
    refused(http.get(TENANTS + "?limit=0"), 400, "pagination", "invalid_limit");
  }

  @Test
  void suspension_comes_and_goes_and_may_be_repeated() {
    String id = tenant();
    JsonNode first = http.post(at(id) + "/suspend", null).expect(200).json();
    assertThat(text(first, "state")).isEqualTo("suspended");
    assertThat(first.path("suspended_at").asString()).endsWith("Z");
    assertThat(http.post(at(id) + "/suspend", null).expect(200).json()).isEqualTo(first);

    JsonNode again = http.post(at(id) + "/resume", null).expect(200).json();
    assertThat(text(again, "state")).isEqualTo("active");
    assertThat(members(again)).doesNotContain("suspended_at");
    assertThat(http.post(at(id) + "/resume", null).expect(200).json()).isEqualTo(again);
    refused(http.post(at("nobody") + "/suspend", null), 404, "tenants", "tenant_not_found");
  }

  private boolean warnsOfIdleKeys() {
    return http.get("/v1/status")
        .json()
        .at("/health/warnings")
        .toString()
        .contains("\"signature_not_required\"");
  }

  @Test
  void approver_keys_that_no_decision_needs_are_warned_of() {
    String id = tenant();
    approver(id, "ada");
    assertThat(warnsOfIdleKeys()).isTrue();
    assertThat(http.get("/v1/status").json().toString()).doesNotContain(id);
  }

  @Test
  void what_a_policy_leaves_out_stays_and_children_begin_with_their_parents() {
    String id = tenant();
    String policy = at(id) + "/approval-policy";
    JsonNode first = put(policy, "{'signature_required':true}").expect(200).json();
    assertThat(http.get("/v1/status").json().at("/health/warnings").toString())
        .as("D16")
        .contains("\"assertions_live_long\"")
        .doesNotContain(id);
    assertThat(first)
        .hasToString(
            json(
                "{'signature_required':true,'approvals_required':1,"
                    + "'requester_may_approve':false,'expires_after_ms':86400000,'require_digest':false,"
                    + "'assertion_version':1,'step_up':'none','needs':'1 of anyone'}"));
    put(policy, "{'approvals_required':2,'expires_after_ms':5000}").expect(200);
    put(policy, "{'requester_may_approve':true}").expect(200);
    JsonNode last = put(policy, "{}").expect(200).json();
    assertThat(last)
        .hasToString(
            json(
                "{'signature_required':true,'approvals_required':2,"
                    + "'requester_may_approve':true,'expires_after_ms':5000,'require_digest':false,"
                    + "'assertion_version':1,'step_up':'none','needs':'2 of anyone'}"));
    assertThat(http.get(policy).expect(200).json()).isEqualTo(last);
    assertThat(http.get(at(below(id))).expect(200).json().path("approval_policy")).isEqualTo(last);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'approvals_required':0}",
        "{'approvals_required':51}",
        "{'approvals_required':1.5}",
        "{'expires_after_ms':0}",
        "{'expires_after_ms':315360000001}",
        "{'signature_required':'yes'}",
        "{'signatureRequired':true}",
        "[]"
      })
  void a_policy_that_makes_no_sense_changes_nothing(String body) {
    String policy = at(tenant()) + "/approval-policy";
    refused(put(policy, body), 400, "api", "invalid_request");
    assertThat(http.get(policy).expect(200).json().path("approvals_required").asInt()).isEqualTo(1);
  }

  // S1-118, S1-135
  @Test
  void S1_118_S1_135_what_depends_on_a_tenant_keeps_it() {
    String id = tenant();
    String child = below(id);
    conflict(delete(at(id)), "resource_in_use", child);
    delete(at(child)).expect(204);

    String session = sessionOf(id, null);
    String conversation =
        text(http.get("/v1/sessions/" + session).expect(200).json(), "conversation_id");
    conflict(delete(at(id)), "resource_in_use", conversation);
    http.post("/v1/sessions/" + session + "/end", "{}").expect(200);
    delete("/v1/sessions/" + session);

    String key = text(serviceKey(id), "key_id");
    conflict(delete(at(id)), "resource_in_use", key);
    delete(at(id) + "/service-keys/" + key).expect(204);

    String approver =
        text(
            approverKey(id, "'algorithm':'ed25519','public_key':'" + ApproverKeyTest.PUBLIC + "'")
                .expect(201)
                .json(),
            "key_id");
    conflict(delete(at(id)), "resource_in_use", approver);
    delete(at(id) + "/approver-keys/" + approver).expect(204);

    JsonNode token =
        http.post("/v1/tokens", json("{'name':'t','role':'agent','tenant_id':'%s'}", id))
            .expect(201)
            .json();
    conflict(delete(at(id)), "resource_in_use", text(token, "token_id"));
    delete("/v1/tokens/" + text(token, "token_id")).expect(204);

    delete(at(id)).expect(204);
    refused(delete(at(id)), 404, "tenants", "tenant_not_found");
  }

  @Test
  void a_session_and_a_removal_at_once_leave_no_session_without_a_tenant() {
    for (int i = 0; i < 10; i++) {
      String id = tenant();
      String name = "race-" + id;
      String wish = json("{'session_id':'%s','tenant_id':'%s'}", name, id);
      AtomicInteger turn = new AtomicInteger();
      List<Http.Answer> answers =
          atOnce(
              2,
              () -> turn.getAndIncrement() == 0 ? delete(at(id)) : http.post("/v1/sessions", wish));
      boolean gone = http.get(at(id)).status() == 404;
      boolean made = http.get("/v1/sessions/" + name).status() == 200;
      assertThat(gone).as("%s", answers).isNotEqualTo(made);
    }
  }

  // S1-11, S1-14
  @ParameterizedTest
  @ValueSource(strings = {"operator", "agent", "viewer"})
  void S1_11_nobody_but_an_admin_sees_tenants(String role) {
    Http caller = http.withRole(role, "a " + role);
    String id = tenant();
    for (Http.Answer answer :
        List.of(
            caller.get(TENANTS),
            caller.get(at(id)),
            caller.get(at(id) + "/approver-keys"),
            caller.post(TENANTS, json("{'name':'%s'}", newName())),
            caller.post(at(id) + "/suspend", null),
            caller.post(at(id) + "/service-keys", json("{'name':'x'}")),
            caller.post(
                at(id) + "/approver-keys",
                json("{'algorithm':'ed25519','public_key':'%s'}", ApproverKeyTest.PUBLIC)))) {
      refused(answer, 403, "auth", "forbidden");
    }
  }

  @Test
  void sessions_and_tokens_name_tenants_that_exist() {
    for (String nobody : List.of("nobody", "tnt_01JZZZZZZZZZZZZZZZZZZZZZZZ")) {
      for (String path : List.of("/v1/sessions", "/v1/tokens")) {
        JsonNode problem =
            refused(
                http.post(
                    path,
                    path.endsWith("tokens")
                        ? json("{'name':'t','role':'agent','tenant_id':'%s'}", nobody)
                        : json("{'tenant_id':'%s'}", nobody)),
                400,
                "api",
                "invalid_request");
        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/tenant_id");
      }
    }
    refused(
        http.withRole("operator", "o").post("/v1/sessions", json("{'tenant_id':'%s'}", tenant())),
        403,
        "auth",
        "forbidden");
  }

  @Test
  void a_bound_token_makes_sessions_of_its_tenant() {
    String id = tenant();
    Http agent = bound(id, "agent");
    String session = text(agent.post("/v1/sessions", "{}").expect(201).json(), "session_id");
    conflict(
        delete(at(id)),
        "resource_in_use",
        text(http.get("/v1/sessions/" + session).expect(200).json(), "conversation_id"));
    refused(
        agent.post("/v1/sessions", json("{'tenant_id':'tnt_root'}")),
        400,
        "api",
        "invalid_request");
  }
}
