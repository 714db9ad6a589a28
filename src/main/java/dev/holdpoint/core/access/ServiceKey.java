package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a host application's adapter holds. It is good for one tenant and those below it, carries
 * approvals to and fro, and can never make one. Only its hash is kept.
 *
 * @param scopes see {@link IntegrationScope}
 */
public record ServiceKey(
    long key,
    String id,
    String tenantId,
    String displayName,
    List<String> scopes,
    String sha256,
    long createdAtMs,
    String createdBy,
    @Nullable Long revokedAtMs)
    implements StoredRecord {
  public static final String PREFIX = "key_";

  /** What every such key begins with on the wire. */
  public static final String SECRET_PREFIX = "sk_int_";

  public static final RecordKind<ServiceKey> KIND = new RecordKind<>(18, ServiceKey.class);

  public ServiceKey {
    scopes = List.copyOf(scopes);
  }

  @Override
  public String name() {
    return sha256;
  }

  @Override
  public String group() {
    return tenantId;
  }

  public boolean isRevoked() {
    return revokedAtMs != null;
  }

  public ServiceKey revoked(long atMs) {
    return new ServiceKey(
        key, id, tenantId, displayName, scopes, sha256, createdAtMs, createdBy, atMs);
  }
}
