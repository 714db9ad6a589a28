package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.KeyState;
import dev.holdpoint.api.access.KeyBodies.ServiceKeyView;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.api.access.TenantBodies.StepUp;
import dev.holdpoint.api.access.TenantBodies.TenantState;
import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.engine.json.Digests;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tenants and keys as admins see them; of a key's secret nothing is there to be shown. */
public final class TenantViews {
  private TenantViews() {}

  public static TenantView root(ApprovalPolicy policy) {
    return new TenantView(
        Tenants.ROOT,
        "root",
        null,
        null,
        TenantState.ACTIVE,
        of(Tenants.ROOT, policy, null),
        null,
        null,
        null,
        null);
  }

  public static TenantView of(Tenant tenant) {
    return new TenantView(
        tenant.id(),
        tenant.displayName(),
        tenant.externalId(),
        tenant.parentId(),
        tenant.isSuspended() ? TenantState.SUSPENDED : TenantState.ACTIVE,
        of(tenant.id(), tenant.policy(), null),
        time(tenant.createdAtMs()),
        tenant.createdAtMs(),
        timeOrNull(tenant.suspendedAtMs()),
        tenant.suspendedAtMs());
  }

  /**
   * @param warnings null where nobody looked for any, or there are none
   */
  public static ApprovalPolicyView of(
      String tenantId, ApprovalPolicy policy, @Nullable List<String> warnings) {
    return new ApprovalPolicyView(
        policy.signatureRequired(),
        policy.approvalsRequired(),
        policy.requesterMayApprove(),
        tenantId.equals(Tenants.ROOT) ? null : Long.valueOf(policy.expiresAfterMs()),
        policy.bound().requireDigest(),
        policy.bound().assertionVersion(),
        policy.bound().longestAssertionMs(),
        policy.bound().stepUp() ? StepUp.PASSKEY : StepUp.NONE,
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

  /**
   * @param passkey that signs for it; null for other algorithms, and once it was removed
   */
  public static ApproverKeyView of(ApproverKey key, @Nullable Passkey passkey) {
    return new ApproverKeyView(
        key.id(),
        key.tenantId(),
        key.algorithm().wire(),
        key.principal(),
        key.displayName(),
        key.publicKey(),
        key.algorithm() == Algorithm.WEBAUTHN && key.publicKey() != null
            ? fingerprint(key.publicKey())
            : null,
        passkey == null ? null : passkey.credentialId(),
        passkey == null ? null : passkey.rpId(),
        passkey == null ? null : passkey.transports(),
        passkey == null ? null : passkey.aaguid(),
        passkey == null ? null : passkey.backedUp(),
        passkey == null ? null : passkey.signCount(),
        passkey == null ? null : passkey.uses(),
        KeyState.valueOf(key.state().name()),
        timeOrNull(key.notAfterMs()),
        key.notAfterMs(),
        time(key.createdAtMs()),
        key.createdAtMs(),
        timeOrNull(key.revokedAtMs()),
        key.revokedAtMs());
  }

  /** What people compare: the SHA-256 of the public key. */
  public static String fingerprint(String publicKey) {
    byte[] bytes = Verification.base64url(publicKey);
    return bytes == null ? "" : Digests.sha256Hex(bytes);
  }

  public static String time(long ms) {
    return Instant.ofEpochMilli(ms).toString();
  }

  private static @Nullable String timeOrNull(@Nullable Long ms) {
    return ms == null ? null : time(ms);
  }
}
