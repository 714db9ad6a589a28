package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.EndpointDraft.put;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.CreateApproverKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreateServiceKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreatedServiceKey;
import dev.holdpoint.api.access.KeyBodies.RetireApproverKeyRequest;
import dev.holdpoint.api.access.KeyBodies.ServiceKeyView;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyRequest;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.api.access.TenantBodies.CreateTenantRequest;
import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** Tenants, and the keys with which host applications and approvers speak for them. */
final class TenantEndpoints {
  private static final String TENANTS = "/v1/tenants";
  private static final String TENANT = TENANTS + "/{tenant_id}";
  private static final String POLICY = TENANT + "/approval-policy";
  private static final String SERVICE_KEYS = TENANT + "/service-keys";
  private static final String APPROVER_KEYS = TENANT + "/approver-keys";
  private static final String APPROVER_KEY = APPROVER_KEYS + "/{key_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          // Sent twice, it is refused with the id of the first.
          post("createTenant", TENANTS, ADMIN, KEYED, "Creates a tenant")
              .takes(CreateTenantRequest.class, 201, TenantView.class),
          get("listTenants", TENANTS, ADMIN, "Lists the tenants, newest first")
              .lists(TenantView.class, PAGE, CURSOR, LIMIT),
          get("getTenant", TENANT, ADMIN, "One tenant").answers(TenantView.class),
          delete("removeTenant", TENANT, ADMIN, "Removes a tenant that nothing depends on"),
          post(
                  "suspendTenant",
                  TENANT + "/suspend",
                  ADMIN,
                  NATURAL,
                  "Suspends a tenant: its data cannot be changed")
              .answers(200, TenantView.class),
          post("resumeTenant", TENANT + "/resume", ADMIN, NATURAL, "Ends a suspension")
              .answers(200, TenantView.class),
          get("getApprovalPolicy", POLICY, ADMIN, "Returns the approval policy of a tenant")
              .answers(ApprovalPolicyView.class),
          put("putApprovalPolicy", POLICY, ADMIN, "Changes the approval policy of a tenant")
              .takes(ApprovalPolicyRequest.class, 200, ApprovalPolicyView.class),
          post(
                  "createServiceKey",
                  SERVICE_KEYS,
                  ADMIN,
                  KEYED,
                  "Creates a service key, shown only once")
              .takes(CreateServiceKeyRequest.class, 201, CreatedServiceKey.class),
          get(
                  "listServiceKeys",
                  SERVICE_KEYS,
                  ADMIN,
                  "Lists the service keys, without their secrets")
              .lists(ServiceKeyView.class, PAGE, CURSOR, LIMIT),
          delete(
              "revokeServiceKey",
              SERVICE_KEYS + "/{key_id}",
              ADMIN,
              "Revokes a service key immediately"),
          // A kept answer would need a mark of the secret that was sent.
          post("createApproverKey", APPROVER_KEYS, ADMIN, KEYED, "Registers an approver key")
              .takes(CreateApproverKeyRequest.class, 201, ApproverKeyView.class),
          get(
                  "listApproverKeys",
                  APPROVER_KEYS,
                  ADMIN,
                  "Lists the approver keys, without their secrets")
              .lists(ApproverKeyView.class, PAGE, CURSOR, LIMIT),
          delete("revokeApproverKey", APPROVER_KEY, ADMIN, "Revokes an approver key immediately"),
          post(
                  "retireApproverKey",
                  APPROVER_KEY + "/retire",
                  ADMIN,
                  NATURAL,
                  "Sets an approver key to expire")
              .mayTake(RetireApproverKeyRequest.class, 200, ApproverKeyView.class));

  private TenantEndpoints() {}
}
