package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * Somebody whose sessions are his own. The root tenant is none of these: see {@link Tenants#ROOT}.
 *
 * @param displayName unique among those with the same parent
 * @param externalId what somebody outside calls it, unique among all
 * @param parentId the root tenant's for one that nobody is above
 */
public record Tenant(
    long key,
    String id,
    String displayName,
    @Nullable String externalId,
    String parentId,
    long createdAtMs,
    String createdBy,
    @Nullable Long suspendedAtMs,
    ApprovalPolicy policy)
    implements StoredRecord {
  public static final String PREFIX = "tnt_";
  public static final RecordKind<Tenant> KIND = new RecordKind<>(16, Tenant.class).alwaysComplete();

  /** How far below the root a tenant can be. */
  public static final int DEEPEST = 16;

  public static String name(String parentId, String displayName) {
    return parentId + "\n" + displayName;
  }

  @Override
  public String name() {
    return name(parentId, displayName);
  }

  @Override
  public String group() {
    return parentId;
  }

  public boolean isSuspended() {
    return suspendedAtMs != null;
  }

  public Tenant suspended(@Nullable Long sinceMs) {
    return new Tenant(
        key, id, displayName, externalId, parentId, createdAtMs, createdBy, sinceMs, policy);
  }

  public Tenant under(ApprovalPolicy next) {
    return new Tenant(
        key, id, displayName, externalId, parentId, createdAtMs, createdBy, suspendedAtMs, next);
  }
}
