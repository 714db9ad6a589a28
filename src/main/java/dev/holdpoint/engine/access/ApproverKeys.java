package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.secret.Secrets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The keys by which approvers are known: brought in by an admin, retired, revoked. */
public final class ApproverKeys {
  /** How long a key is good beside its successor when nobody says otherwise. */
  private static final long RETIRING_MS = 7L * 24 * 3600 * 1000;

  private final Commits commits;
  private final Secrets secrets;
  private final IssuedSecrets own;

  public ApproverKeys(Commits commits, Secrets secrets, IssuedSecrets own) {
    this.commits = commits;
    this.secrets = secrets;
    this.own = own;
  }

  /**
   * @param secret what was sent for an HMAC key
   * @param publicKey what was sent for an Ed25519 key
   * @param principal null for the key's own id
   */
  public record Spec(
      Algorithm algorithm,
      @Nullable String secret,
      @Nullable String publicKey,
      @Nullable String principal,
      @Nullable String name,
      @Nullable Long notAfterMs) {
    @Override
    public String toString() {
      return "Wish[" + algorithm + "]";
    }
  }

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(ApproverKey key, boolean replayed) {}

  public Made add(String tenantId, Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          TenantDirectory.checkExists(change, tenantId);
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            ApproverKey made = change.kept(ApproverKey.KIND, earlier.getAsLong());
            if (made == null) {
              throw notFound();
            }
            return new Made(made, true);
          }
          byte[] material = KeyMaterial.of(wish);
          if (wish.secret != null && own.isKnown(change, wish.secret, material)) {
            throw Problem.INVALID_TENANT
                .because(
                    "The secret is a service key or a token that others hold. Use a secret "
                        + "that is only for this approver key.")
                .at("/secret", "is in use as a service key or token")
                .asException();
          }
          checkFuture(change, wish.notAfterMs);
          if (wish.principal != null) {
            Principals.checkPlain(wish.principal, Problem.INVALID_TENANT, "/principal");
            Principals.checkDistinct(change, tenantId, wish.principal, "/principal");
          }
          String id = change.newId(ApproverKey.PREFIX);
          ApproverKey key =
              new ApproverKey(
                  Ulid.keyOf(ApproverKey.PREFIX, id).orElseThrow(),
                  id,
                  tenantId,
                  wish.algorithm,
                  wish.principal == null ? id : wish.principal,
                  wish.name,
                  wish.secret == null ? KeyMaterial.text(material) : null,
                  ApproverKey.State.ACTIVE,
                  wish.notAfterMs,
                  change.nowMs(),
                  by,
                  null);
          change.keep(ApproverKey.KIND, key);
          if (wish.secret != null) {
            secrets.keep(change, tenantId, id, ApproverKey.SECRET, material);
          }
          OncePerKey.remember(change, idempotency, key.key());
          return new Made(key, false);
        });
  }

  /**
   * The key is good until then and no longer.
   *
   * @param notAfterMs null for seven days, or for the end that it has, if that is sooner
   */
  public ApproverKey retire(String tenantId, String id, @Nullable Long notAfterMs) {
    return commits.commit(
        change -> {
          ApproverKey key = existing(change, tenantId, id);
          if (key.state() == ApproverKey.State.REVOKED) {
            throw Problem.INVALID_TENANT
                .because("The key is revoked, which cannot be undone. Register another key.")
                .asException();
          }
          checkFuture(change, notAfterMs);
          Long end = key.notAfterMs();
          long byDefault = change.nowMs() + RETIRING_MS;
          long until =
              notAfterMs != null ? notAfterMs : end == null ? byDefault : Math.min(end, byDefault);
          ApproverKey retiring = key.retiring(until);
          change.keep(ApproverKey.KIND, retiring);
          return retiring;
        });
  }

  /** The key proves nothing any more, and its secret is gone. */
  public void revoke(String tenantId, String id) {
    commits.commit(
        change -> {
          ApproverKey key = existing(change, tenantId, id);
          if (key.state() == ApproverKey.State.REVOKED) {
            return key;
          }
          ApproverKey revoked = key.revoked(change.nowMs());
          change.keep(ApproverKey.KIND, revoked);
          Passkey passkey = change.kept(Passkey.KIND, key.key());
          if (passkey != null && passkey.id().equals(id)) {
            change.discard(Passkey.KIND, passkey);
          }
          if (key.algorithm() == Algorithm.HMAC_SHA256) {
            secrets.shred(change, id);
          }
          return revoked;
        });
  }

  private static void checkFuture(Change change, @Nullable Long notAfterMs) {
    if (notAfterMs != null && notAfterMs <= change.nowMs()) {
      throw Problem.INVALID_TENANT
          .because("The key would already be expired. Choose a later not_after.")
          .at("/not_after", "is in the past")
          .asException();
    }
  }

  private static ApproverKey existing(Change change, String tenantId, String id) {
    TenantDirectory.checkExists(change, tenantId);
    OptionalLong key = Ulid.keyOf(ApproverKey.PREFIX, id);
    ApproverKey stored = key.isPresent() ? change.kept(ApproverKey.KIND, key.getAsLong()) : null;
    if (stored == null || !stored.id().equals(id) || !stored.tenantId().equals(tenantId)) {
      throw notFound();
    }
    return stored;
  }

  private static Refused notFound() {
    return Problem.APPROVER_KEY_NOT_FOUND
        .because("The tenant has no such approver key. GET …/approver-keys lists its keys.")
        .asException();
  }
}
