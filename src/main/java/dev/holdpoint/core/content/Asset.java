package dev.holdpoint.core.content;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * A stored file. Its bytes lie under their digest, once for all assets that have the same; the same
 * bytes under the same name are the same asset within a tenant, and another in each other tenant.
 *
 * @param tenantId null for an asset from before assets had a tenant
 */
public record Asset(
    long key,
    String id,
    @Nullable String tenantId,
    String fileName,
    String mediaType,
    long byteLength,
    String sha256,
    long createdAtMs)
    implements StoredRecord {
  public static final String PREFIX = "ast_";
  public static final RecordKind<Asset> KIND = new RecordKind<>(4, Asset.class);

  /**
   * None of the parts has a line break in it. The root tenant is left out, so that an upload meets
   * the equal one from before assets had a tenant.
   */
  public static String name(String tenantId, String sha256, String mediaType, String fileName) {
    String file = sha256 + "\n" + mediaType + "\n" + fileName;
    return tenantId.equals(Tenants.ROOT) ? file : tenantId + "\n" + file;
  }

  public boolean isOf(String tenant) {
    return tenant.equals(Tenants.orRoot(tenantId));
  }

  @Override
  public String name() {
    return name(Tenants.orRoot(tenantId), sha256, mediaType, fileName);
  }

  /** By its bytes, so that one can ask whether any tenant still names them. */
  @Override
  public String group() {
    return sha256;
  }

  @Override
  public @Nullable String tenant() {
    return Tenants.nullIfRoot(Tenants.orRoot(tenantId));
  }
}
