package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a host application's adapter holds: shown once, good for its own surface alone. */
@OnBothDatabases
class ServiceKeyTest extends Tenancy {
  ServiceKeyTest(Database database) {
    super(database);
  }

  @Test
  void a_key_is_shown_once() {
    String id = tenant();
    Http.Answer answer = http.post(at(id) + "/service-keys", json("{'name':'crm adapter'}"));
    JsonNode made = answer.expect(201).json();

    assertThat(members(made))
        .containsExactly(
            "key_id", "key", "tenant_id", "name", "scopes", "created_at", "created_at_ms");
    assertThat(text(made, "key_id")).matches("key_[A-Za-z0-9]+");
    assertThat(text(made, "key")).matches("sk_int_[A-Za-z0-9_-]{43}");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(texts(made.path("scopes")))
        .containsExactly(
            "approvals:read",
            "approvals:resolve",
            "conversations:read",
            "conversations:write",
            "secrets:read",
            "secrets:write");
    JsonNode row = http.get(at(id) + "/service-keys").expect(200).json().get(0);
    assertThat(members(row))
        .containsExactly(
            "key_id", "tenant_id", "name", "scopes", "state", "created_at", "created_at_ms");
    assertThat(row.toString()).doesNotContain(text(made, "key").substring(7));
  }

  @Test
  // KT-15
  void KT_15_a_key_for_everything_by_saying_nothing_is_deprecated() {
    String path = at(tenant()) + "/service-keys";
    Http.Answer wide = http.post(path, json("{'name':'w'}")).expect(201);
    assertThat(wide.json().path("scopes")).hasSize(6);
    assertThat(wide.header("Deprecation")).matches("@[0-9]+");
    assertThat(wide.header("Link")).isEqualTo("</docs>; rel=\"deprecation\"");
    Http.Answer meant =
        http.post(path, json("{'name':'m','scopes':['approvals:read']}")).expect(201);
    assertThat(meant.header("Deprecation")).isEmpty();
    assertThat(meant.header("Link")).isEmpty();
  }

  @Test
  // KT-20
  void KT_20_times_in_milliseconds_are_the_same_instants() {
    String id = tenant();
    String key = text(serviceKey(id), "key_id");
    delete(at(id) + "/service-keys/" + key).expect(204);
    JsonNode approver =
        approverKey(
                id,
                "'algorithm':'hmac-sha256','secret':'%s','not_after_ms':4102444800123"
                    .formatted("A".repeat(42) + "E"))
            .expect(201)
            .json();
    delete(at(id) + "/approver-keys/" + text(approver, "key_id")).expect(204);
    sameInstants(http.get(at(id) + "/service-keys").expect(200).json().get(0), 2);
    sameInstants(http.get(at(id) + "/approver-keys").expect(200).json().get(0), 3);
    sameInstants(http.post(at(id) + "/suspend", null).expect(200).json(), 2);
  }

  private static void sameInstants(JsonNode row, int times) {
    int found = 0;
    for (String member : members(row)) {
      if (member.matches(".*_at|not_after")) {
        found++;
        assertThat(Instant.parse(text(row, member)).toEpochMilli())
            .as(member)
            .isEqualTo(row.path(member + "_ms").asLong());
      }
    }
    assertThat(found).isEqualTo(times);
  }

  @Test
  void scopes_are_chosen_among_those_there_are() {
    String path = at(tenant()) + "/service-keys";
    JsonNode made =
        http.post(path, json("{'name':'r','scopes':['approvals:read','approvals:read']}"))
            .expect(201)
            .json();
    assertThat(texts(made.path("scopes"))).containsExactly("approvals:read");
    JsonNode problem =
        refused(
            http.post(path, json("{'name':'r','scopes':['approvals:read','root']}")),
            400,
            "tenants",
            "invalid_tenant");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/scopes/1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'name':''}", "{'name':'x','scopes':[]}", "{'name':'x','key':'sk_int_x'}"})
  void a_body_that_is_not_as_it_should_be_makes_nothing(String body) {
    String path = at(tenant()) + "/service-keys";
    refused(http.post(path, json(body)), 400, "api", "invalid_request");
    assertThat(http.get(path).expect(200).json()).isEmpty();
  }

  @Test
  void a_revoked_key_stays_in_the_list_and_may_be_revoked_again() {
    String id = tenant();
    String key = text(serviceKey(id), "key_id");
    String other = tenant();

    refused(delete(at(other) + "/service-keys/" + key), 404, "tenants", "service_key_not_found");
    delete(at(id) + "/service-keys/" + key).expect(204);
    delete(at(id) + "/service-keys/" + key).expect(204);
    JsonNode row = http.get(at(id) + "/service-keys").expect(200).json().get(0);
    assertThat(text(row, "state")).isEqualTo("revoked");
    assertThat(text(row, "revoked_at")).endsWith("Z");
    refused(
        delete(at(id) + "/service-keys/key_01JZZZZZZZZZZZZZZZZZZZZZZZ"),
        404,
        "tenants",
        "service_key_not_found");
    refused(delete(at("nobody") + "/service-keys/" + key), 404, "tenants", "tenant_not_found");
  }

  // S1-11, S1-14
  @Test
  void S1_11_a_service_key_opens_no_door_of_the_native_surface() {
    String id = tenant();
    Http adapter = http.as(text(serviceKey(id), "key"));
    for (Http.Answer answer :
        List.of(
            adapter.get("/v1/sessions"),
            adapter.get(TENANTS),
            adapter.get(at(id) + "/approver-keys"),
            adapter.post(
                at(id) + "/approver-keys",
                json("{'algorithm':'ed25519','public_key':'%s'}", ApproverKeyTest.PUBLIC)),
            adapter.post("/v1/tokens", json("{'name':'x','role':'admin'}")),
            adapter.send("PUT", at(id) + "/approval-policy", "{}", _ -> {}))) {
      refused(answer, 403, "auth", "forbidden");
    }
  }
}
