package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * An admin's invitation to register one passkey as an approver key. Only the hash of its code is
 * kept.
 *
 * @param principal whose word the key will be
 * @param tokenId the token that the passkey signs in as well; null for none
 * @param keyId what was registered; null until then
 */
public record Enrollment(
    long key,
    String id,
    String tenantId,
    String principal,
    @Nullable String displayName,
    @Nullable String tokenId,
    String codeSha256,
    long untilMs,
    String createdBy,
    long createdAtMs,
    @Nullable String keyId)
    implements StoredRecord {
  public static final String PREFIX = "enr_";
  public static final RecordKind<Enrollment> KIND = RecordKind.uncached(55, Enrollment.class);

  @Override
  public String name() {
    return codeSha256;
  }

  @Override
  public String group() {
    return tenantId;
  }

  @Override
  public Long dueAtMs() {
    return untilMs;
  }

  /** A deadline belongs to the past: at that very millisecond it is too late. */
  public boolean isOpenAt(long nowMs) {
    return keyId == null && nowMs < untilMs;
  }

  public Enrollment used(String byKey) {
    return new Enrollment(
        key,
        id,
        tenantId,
        principal,
        displayName,
        tokenId,
        codeSha256,
        untilMs,
        createdBy,
        createdAtMs,
        byKey);
  }
}
