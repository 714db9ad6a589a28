package dev.holdpoint.engine.commit;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.secret.Secrets;
import org.jspecify.annotations.Nullable;

/** Tenants and approver keys as an admin would leave them. */
public final class Signatories {
  private Signatories() {}

  public static Tenant tenant(Commits commits, String parentId, ApprovalPolicy policy) {
    return commits.commit(
        change -> {
          String id = change.newId(Tenant.PREFIX);
          Tenant tenant =
              new Tenant(
                  Ulid.keyOf(Tenant.PREFIX, id).orElseThrow(),
                  id,
                  "tenant " + id,
                  null,
                  parentId,
                  change.nowMs(),
                  "admin",
                  null,
                  policy);
          change.keep(Tenant.KIND, tenant);
          return tenant;
        });
  }

  /** Of which the signatures themselves are not looked at. */
  public static ApproverKey ed25519(
      Commits commits, Tenant tenant, String principal, @Nullable Long notAfterMs) {
    return commits.commit(
        change ->
            kept(
                change, tenant, Algorithm.ED25519, principal, /* publicKey= */ "AAAA", notAfterMs));
  }

  public static ApproverKey hmac(
      Commits commits, Secrets secrets, Tenant tenant, String principal, byte[] secret) {
    return commits.commit(
        change -> {
          ApproverKey key = kept(change, tenant, Algorithm.HMAC_SHA256, principal, null, null);
          secrets.keep(change, tenant.id(), key.id(), ApproverKey.SECRET, secret);
          return key;
        });
  }

  private static ApproverKey kept(
      Change change,
      Tenant tenant,
      Algorithm algorithm,
      String principal,
      @Nullable String publicKey,
      @Nullable Long notAfterMs) {
    String id = change.newId(ApproverKey.PREFIX);
    ApproverKey key =
        new ApproverKey(
            Ulid.keyOf(ApproverKey.PREFIX, id).orElseThrow(),
            id,
            tenant.id(),
            algorithm,
            principal,
            null,
            publicKey,
            ApproverKey.State.ACTIVE,
            notAfterMs,
            change.nowMs(),
            "admin",
            null);
    change.keep(ApproverKey.KIND, key);
    return key;
  }
}
