package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.KeyState;
import dev.holdpoint.api.access.KeyBodies.ServiceKeyView;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.api.access.TenantBodies.TenantState;
import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tenants and keys as admins see them; of a key's secret nothing is there to be shown. */
public final class TenantViews {
  public static final TenantView ROOT =
      new TenantView(
          Tenants.ROOT,
          "root",
          null,
          null,
          TenantState.ACTIVE,
          of(ApprovalPolicy.DEFAULT),
          null,
          null,
          null,
          null);

  private TenantViews() {}

  public static TenantView of(Tenant tenant) {
    return new TenantView(
        tenant.id(),
        tenant.displayName(),
        tenant.externalId(),
        tenant.parentId(),
        tenant.isSuspended() ? TenantState.SUSPENDED : TenantState.ACTIVE,
        of(tenant.policy()),
        time(tenant.createdAtMs()),
        tenant.createdAtMs(),
        timeOrNull(tenant.suspendedAtMs()),
        tenant.suspendedAtMs());
  }

  public static ApprovalPolicyView of(ApprovalPolicy policy) {
    return of(policy, null);
  }

  /**
   * @param warnings null where nobody looked for any, or there are none
   */
  public static ApprovalPolicyView of(ApprovalPolicy policy, @Nullable List<String> warnings) {
    return new ApprovalPolicyView(
        policy.signatureRequired(),
        policy.approvalsRequired(),
        policy.requesterMayApprove(),
        policy.expiresAfterMs(),
        policy.bound().requireDigest(),
        policy.bound().assertionVersion(),
        policy.bound().longestAssertionMs(),
        policy.approvalsRequired() + " of anyone",
        warnings);
  }

  public static ServiceKeyView of(ServiceKey key) {
    return new ServiceKeyView(
        key.id(),
        key.tenantId(),
        key.displayName(),
        key.scopes(),
        key.isRevoked() ? KeyState.REVOKED : KeyState.ACTIVE,
        time(key.createdAtMs()),
        key.createdAtMs(),
        timeOrNull(key.revokedAtMs()),
        key.revokedAtMs());
  }

  public static ApproverKeyView of(ApproverKey key) {
    return new ApproverKeyView(
        key.id(),
        key.tenantId(),
        key.algorithm().wire(),
        key.principal(),
        key.displayName(),
        key.publicKey(),
        KeyState.valueOf(key.state().name()),
        timeOrNull(key.notAfterMs()),
        key.notAfterMs(),
        time(key.createdAtMs()),
        key.createdAtMs(),
        timeOrNull(key.revokedAtMs()),
        key.revokedAtMs());
  }

  public static String time(long ms) {
    return Instant.ofEpochMilli(ms).toString();
  }

  private static @Nullable String timeOrNull(@Nullable Long ms) {
    return ms == null ? null : time(ms);
  }
}
