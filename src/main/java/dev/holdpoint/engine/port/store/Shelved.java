package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;
import org.jspecify.annotations.Nullable;

/**
 * A record as a transaction leaves it on its shelf.
 *
 * @param gone whether it is taken off the shelf
 */
public record Shelved<T extends Kept>(Shelf<T> shelf, T record, boolean gone) {
  /**
   * @param group null for any
   */
  public boolean isOf(Shelf<?> kind, @Nullable String group) {
    return shelf.equals(kind) && (group == null || group.equals(record.group()));
  }
}
