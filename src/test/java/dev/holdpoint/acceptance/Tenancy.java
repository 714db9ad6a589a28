package dev.holdpoint.acceptance;

import dev.holdpoint.blackbox.Http;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Tests with tenants: how they and their keys are made. */
abstract class Tenancy extends Acceptance {
  static final String TENANTS = "/v1/tenants";
  private static final AtomicInteger NAMES = new AtomicInteger();

  Tenancy(Database database) {
    super(database);
  }

  static String newName() {
    return "tenant " + NAMES.incrementAndGet();
  }

  final JsonNode tenant(String more) {
    return http.post(TENANTS, json("{'name':'%s'%s}", newName(), json(more))).expect(201).json();
  }

  /** A new tenant directly below the root; gives its id. */
  final String tenant() {
    return text(tenant(""), "tenant_id");
  }

  final String below(String parent) {
    return text(tenant(",'parent_tenant_id':'" + parent + "'"), "tenant_id");
  }

  static String at(String tenantId) {
    return TENANTS + "/" + tenantId;
  }

  final Http.Answer put(String path, String body) {
    return http.send("PUT", path, json(body), _ -> {});
  }

  final Http.Answer delete(String path) {
    return http.send("DELETE", path, null, _ -> {});
  }

  final JsonNode serviceKey(String tenantId) {
    return http.post(at(tenantId) + "/service-keys", json("{'name':'adapter'}")).expect(201).json();
  }

  final Http.Answer approverKey(String tenantId, String members) {
    return http.post(at(tenantId) + "/approver-keys", json("{" + members + "}"));
  }

  /** A caller who is bound to the tenant. */
  final Http bound(String tenantId, String role) {
    JsonNode made =
        http.post(
                "/v1/tokens",
                json("{'name':'%s of it','role':'%s','tenant_id':'%s'}", role, role, tenantId))
            .expect(201)
            .json();
    return http.as(text(made, "token"));
  }

  /** A session of this tenant, made by an admin. */
  final String sessionOf(String tenantId, @Nullable String id) {
    String name = id == null ? "" : json("'session_id':'%s',", id);
    return text(
        http.post("/v1/sessions", "{" + name + json("'tenant_id':'%s'}", tenantId))
            .expect(201)
            .json(),
        "session_id");
  }
}
