package dev.holdpoint.acceptance;

import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.approver.ApproverKey;
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
                json(
                    "{'name':'%s of it','role':'%s','tenant_id':'%s'%s}",
                    role,
                    role,
                    tenantId,
                    role.equals("agent") ? json(",'session_access':'all'") : ""))
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

  /** A new tenant in whose sessions only assertions decide. */
  final String guarded() {
    String id = tenant();
    put(at(id) + "/approval-policy", "{'signature_required':true}").expect(200);
    return id;
  }

  /** Somebody with an Ed25519 key of this tenant. */
  final Approver approver(String tenantId, String principal) {
    return Approver.in(http, tenantId, principal);
  }

  /** An approver's key, and the id under which it is registered. */
  record Approver(String keyId, ApproverKey key) {
    static Approver in(Http http, String tenantId, String principal) {
      ApproverKey.Pair pair = ApproverKey.Pair.generate();
      String body =
          json(
              "{'algorithm':'ed25519','public_key':'%s','principal':'%s'}",
              pair.publicKey(), principal);
      JsonNode made = http.post(at(tenantId) + "/approver-keys", body).expect(201).json();
      return new Approver(text(made, "key_id"), pair.key());
    }

    /** A member of a body, good for five minutes. */
    String signs(String approvalId, boolean approve) {
      return signs(approvalId, approve, System.currentTimeMillis() / 1000 + 300);
    }

    String signs(String approvalId, boolean approve, long exp) {
      ApprovalSignature signature = key.mint(keyId, approvalId, approve, exp);
      return json(
          ",'signature':{'key_id':'%s','algorithm':'%s','exp':%d,'value':'%s'}",
          String.valueOf(signature.keyId()),
          signature.algorithm(),
          signature.exp(),
          signature.value());
    }

    /** The body that allows this one approval. */
    String allows(String approvalId) {
      return resolutions(one(approvalId, "allow", signs(approvalId, true)));
    }
  }
}
