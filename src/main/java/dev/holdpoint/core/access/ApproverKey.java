package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * The key by which somebody's word is known. An admin brings it in; the secret of an HMAC key lies
 * in the vault, under the key's id and {@link #SECRET}.
 *
 * @param principal whose word it is: what is counted where several have to approve
 * @param publicKey 32 bytes in base64url; null for an HMAC key
 * @param notAfterMs from then on it is good for nothing; null never
 */
public record ApproverKey(
    long key,
    String id,
    String tenantId,
    Algorithm algorithm,
    String principal,
    @Nullable String displayName,
    @Nullable String publicKey,
    State state,
    @Nullable Long notAfterMs,
    long createdAtMs,
    String createdBy,
    @Nullable Long revokedAtMs)
    implements StoredRecord {
  public static final String PREFIX = "apk_";
  public static final RecordKind<ApproverKey> KIND = new RecordKind<>(19, ApproverKey.class);

  /** Before the key's id, in the place of who decided. */
  public static final String BY = "approver_key:";

  /** The alias of an HMAC key's secret in the vault. */
  public static final String SECRET = "KEY";

  /** Stored by name: append only. */
  public enum State {
    ACTIVE,
    /** Its successor is there; it is good until {@link #notAfterMs}. */
    RETIRING,
    REVOKED
  }

  @Override
  public String group() {
    return tenantId;
  }

  /** A deadline belongs to the past: at that very millisecond it is too late. */
  public boolean isGoodAt(long nowMs) {
    return state != State.REVOKED && (notAfterMs == null || nowMs < notAfterMs);
  }

  public ApproverKey retiring(long untilMs) {
    return with(State.RETIRING, untilMs, revokedAtMs);
  }

  public ApproverKey revoked(long atMs) {
    return with(State.REVOKED, notAfterMs, atMs);
  }

  private ApproverKey with(State next, @Nullable Long untilMs, @Nullable Long revoked) {
    return new ApproverKey(
        key,
        id,
        tenantId,
        algorithm,
        principal,
        displayName,
        publicKey,
        next,
        untilMs,
        createdAtMs,
        createdBy,
        revoked);
  }
}
