package dev.holdpoint.core.content;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * A text that people and agents share, of which every state is kept.
 *
 * @param tenantId null for a board from before boards had a tenant
 * @param revisionId the newest of its revisions
 * @param revisions how many there are
 */
public record Board(
    long key,
    String id,
    @Nullable String tenantId,
    String revisionId,
    String title,
    int revisions,
    long createdAtMs,
    long updatedAtMs)
    implements StoredRecord {
  public static final String PREFIX = "brd_";
  public static final RecordKind<Board> KIND = new RecordKind<>(2, Board.class);

  public boolean isOf(String tenant) {
    return tenant.equals(Tenants.orRoot(tenantId));
  }

  @Override
  public @Nullable String tenant() {
    return Tenants.nullIfRoot(Tenants.orRoot(tenantId));
  }
}
