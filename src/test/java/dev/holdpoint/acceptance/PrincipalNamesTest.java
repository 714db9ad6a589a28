package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.approver.ApproverKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Nobody is registered under a name that people take for another's. */
@OnBothDatabases
class PrincipalNamesTest extends Tenancy {
  private final String tenant = tenant();

  PrincipalNamesTest(Database database) {
    super(database);
  }

  private Http.Answer token(String name, String tenantId) {
    return http.post(
        "/v1/tokens",
        "{\"name\":"
            + JSON.writeValueAsString(name)
            + json(",'role':'operator','tenant_id':'%s'}", tenantId));
  }

  private Http.Answer key(String principal, String tenantId) {
    return http.post(
        at(tenantId) + "/approver-keys",
        "{\"principal\":"
            + JSON.writeValueAsString(principal)
            + json(
                ",'algorithm':'ed25519','public_key':'%s'}",
                ApproverKey.Pair.generate().publicKey()));
  }

  private Http.Answer register(String what, String name) {
    return what.equals("token") ? token(name, tenant) : key(name, tenant);
  }

  private int registered() {
    return http.get(at(tenant) + "/approver-keys").json().size()
        + (int)
            http.get("/v1/tokens")
                .json()
                .valueStream()
                .filter(one -> text(one, "tenant_id").equals(tenant))
                .count();
  }

  // PF-84
  @ParameterizedTest
  @ValueSource(strings = {"token", "key"})
  void PF_84_a_name_that_looks_like_another_is_not_registered_beside_it(String what) {
    for (String first : List.of("token", "key")) {
      register(first, "ada").expect(201);
      int before = registered();
      for (String name : List.of("Ada", "ADA", "\uff41da")) {
        JsonNode problem = refused(register(what, name), 409, "tenants", "name_conflict");
        assertThat(text(problem, "conflicting_resource_id")).isNotEmpty();
      }
      for (String name : List.of("ada ", " ada", "a\u200bda", "\u0430da", "ada\u0301")) {
        assertThat(register(what, name).status()).as(name).isEqualTo(400);
      }
      assertThat(registered()).isEqualTo(before);
      // The very same name is the same principal.
      register(what, "ada").expect(201);
    }
  }

  // PF-84
  @Test
  void PF_84_reserved_names_are_reserved_in_every_look() {
    for (String name : List.of("admin", "Admin", "\uff41dmin", "DAEMON", "Rule:x", "USER:eve")) {
      JsonNode problem = refused(token(name, tenant), 400, "api", "invalid_request");
      assertThat(problem.toString()).contains("/name");
    }
  }

  // PF-84
  @Test
  void PF_84_people_of_two_tenants_are_two() {
    String other = tenant();
    token("Grace", tenant).expect(201);
    token("grace", other).expect(201);
    key("GRACE", other).expect(409);
    key("Grace", tenant).expect(201);
    // A token of no tenant decides in both.
    assertThat(token("gracE", "tnt_root").status()).isEqualTo(409);
  }
}
