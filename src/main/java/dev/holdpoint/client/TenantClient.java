package dev.holdpoint.client;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.CreateApproverKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreateServiceKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreatedServiceKey;
import dev.holdpoint.api.access.KeyBodies.RetireApproverKeyRequest;
import dev.holdpoint.api.access.KeyBodies.ServiceKeyView;
import dev.holdpoint.api.access.PasskeyBodies.CreatedEnrollment;
import dev.holdpoint.api.access.PasskeyBodies.InviteApproverRequest;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyRequest;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.api.access.TenantBodies.CreateTenantRequest;
import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.signed.SignedBodies.RefusedAssertionView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.http.ShownOnce;

/** Tenants, their approval policies, and the keys that speak for them. */
public final class TenantClient {
  private static final String TENANT = "/v1/tenants/{}";
  private static final String POLICY = TENANT + "/approval-policy";
  private static final String SERVICE_KEYS = TENANT + "/service-keys";
  private static final String APPROVER_KEYS = TENANT + "/approver-keys";

  private final Connection connection;

  TenantClient(Connection connection) {
    this.connection = connection;
  }

  public TenantView create(CreateTenantRequest request) throws CallFailed {
    return connection.postKeyed(RequestPath.of("/v1/tenants"), request, null, TenantView.class);
  }

  public Page<TenantView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/tenants"), wish, TenantView.class);
  }

  public TenantView find(String tenantId) throws CallFailed {
    return connection.get(RequestPath.of(TENANT, tenantId), TenantView.class);
  }

  public void remove(String tenantId) throws CallFailed {
    connection.delete(RequestPath.of(TENANT, tenantId));
  }

  public TenantView suspend(String tenantId) throws CallFailed {
    return connection.post(RequestPath.of(TENANT + "/suspend", tenantId), null, TenantView.class);
  }

  public TenantView resume(String tenantId) throws CallFailed {
    return connection.post(RequestPath.of(TENANT + "/resume", tenantId), null, TenantView.class);
  }

  public ApprovalPolicyView policy(String tenantId) throws CallFailed {
    return connection.get(RequestPath.of(POLICY, tenantId), ApprovalPolicyView.class);
  }

  /** What the request leaves out stays as it is. */
  public ApprovalPolicyView changePolicy(String tenantId, ApprovalPolicyRequest request)
      throws CallFailed {
    return connection.put(RequestPath.of(POLICY, tenantId), request, ApprovalPolicyView.class);
  }

  public CreatedServiceKey createServiceKey(String tenantId, CreateServiceKeyRequest request)
      throws CallFailed {
    return ShownOnce.post(
        connection,
        RequestPath.of(SERVICE_KEYS, tenantId),
        request,
        CreatedServiceKey.class,
        keyId -> revokeServiceKey(tenantId, keyId));
  }

  public Page<ServiceKeyView> serviceKeys(String tenantId, PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(SERVICE_KEYS, tenantId), wish, ServiceKeyView.class);
  }

  public void revokeServiceKey(String tenantId, String keyId) throws CallFailed {
    connection.delete(RequestPath.of(SERVICE_KEYS + "/{}", tenantId, keyId));
  }

  public ApproverKeyView createApproverKey(String tenantId, CreateApproverKeyRequest request)
      throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(APPROVER_KEYS, tenantId), request, null, ApproverKeyView.class);
  }

  /** The link in it is shown once. */
  public CreatedEnrollment inviteApprover(String tenantId, InviteApproverRequest request)
      throws CallFailed {
    return ShownOnce.post(
        connection,
        RequestPath.of(APPROVER_KEYS + "/enrollments", tenantId),
        request,
        CreatedEnrollment.class,
        id -> connection.delete(RequestPath.of(APPROVER_KEYS + "/enrollments/{}", tenantId, id)));
  }

  public Page<ApproverKeyView> approverKeys(String tenantId, PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(APPROVER_KEYS, tenantId), wish, ApproverKeyView.class);
  }

  public ApproverKeyView retireApproverKey(
      String tenantId, String keyId, RetireApproverKeyRequest request) throws CallFailed {
    return connection.post(
        RequestPath.of(APPROVER_KEYS + "/{}/retire", tenantId, keyId),
        request,
        ApproverKeyView.class);
  }

  public void revokeApproverKey(String tenantId, String keyId) throws CallFailed {
    connection.delete(RequestPath.of(APPROVER_KEYS + "/{}", tenantId, keyId));
  }

  /** The newest assertions that did not hold. */
  public Page<RefusedAssertionView> refusedAssertions(String tenantId, PageRequest wish)
      throws CallFailed {
    return connection.page(
        RequestPath.of(TENANT + "/refused-assertions", tenantId), wish, RefusedAssertionView.class);
  }
}
