package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.policy.PolicyBodies.CreatePolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.PolicyPreview;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.api.policy.PolicyBodies.PreviewPolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.ReplacePolicyRequest;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;

/** Approval policies: who must agree to which requests. */
public final class PolicyClient {
  private static final String POLICIES = "/v1/approval-policies";
  private static final String POLICY = POLICIES + "/{}";

  private final Connection connection;

  PolicyClient(Connection connection) {
    this.connection = connection;
  }

  public PolicyView create(CreatePolicyRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(POLICIES), request, request.idempotencyKey(), PolicyView.class);
  }

  /** In the order in which they are tried. */
  public Page<PolicyView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(POLICIES), wish, PolicyView.class);
  }

  public PolicyView find(String policyId) throws CallFailed {
    return connection.get(RequestPath.of(POLICY, policyId), PolicyView.class);
  }

  public PolicyView replace(String policyId, ReplacePolicyRequest request) throws CallFailed {
    return connection.put(RequestPath.of(POLICY, policyId), request, PolicyView.class);
  }

  public void remove(String policyId) throws CallFailed {
    connection.delete(RequestPath.of(POLICY, policyId));
  }

  /** What the policy would make of requests; nothing is changed. */
  public PolicyPreview preview(PreviewPolicyRequest request) throws CallFailed {
    return connection.post(RequestPath.of(POLICIES + "/preview"), request, PolicyPreview.class);
  }

  /** Newest first; also of a policy that was removed. */
  public Page<PolicyView> versions(String policyId, PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(POLICY + "/versions", policyId), wish, PolicyView.class);
  }
}
