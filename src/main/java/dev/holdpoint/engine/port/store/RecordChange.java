package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record as a transaction leaves it on its shelf.
 *
 * @param gone whether it is taken off the shelf
 */
public record RecordChange<T extends StoredRecord>(RecordKind<T> shelf, T record, boolean gone) {
  public boolean isFor(RecordKind<?> kind, long key) {
    return record.key() == key && shelf.equals(kind);
  }

  /**
   * @param group null for any
   */
  public boolean isOf(RecordKind<?> kind, @Nullable String group) {
    return shelf.equals(kind) && (group == null || group.equals(record.group()));
  }
}
