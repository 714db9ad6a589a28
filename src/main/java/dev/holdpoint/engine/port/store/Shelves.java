package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of the small records. Every list is bounded and walks an index. */
public interface Shelves {
  <T extends Kept> @Nullable T kept(Shelf<T> shelf, long key);

  <T extends Kept> @Nullable T named(Shelf<T> shelf, String name);

  /** Whatever of these exists, in no order. */
  <T extends Kept> List<T> keptAmong(Shelf<T> shelf, Collection<Long> keys);

  /**
   * Newest first, below {@code belowKey}.
   *
   * @param group null for all of the kind
   */
  <T extends Kept> List<T> keptBelow(
      Shelf<T> shelf, @Nullable String group, long belowKey, int limit);

  long countKept(Shelf<?> shelf, @Nullable String group);

  /**
   * Of one tenant, newest first, below {@code belowKey}.
   *
   * @param tenant not the root tenant, which no list is narrowed to
   * @param group null for all of the kind
   */
  <T extends Kept> List<T> keptOf(
      Shelf<T> shelf, String tenant, @Nullable String group, long belowKey, int limit);

  long countKeptOf(Shelf<?> shelf, String tenant, @Nullable String group);

  /** What is due at or before {@code nowMs}, the earliest first. */
  <T extends Kept> List<T> due(Shelf<T> shelf, long nowMs, int limit);

  /** The earliest time at which any record of any kind is due, or null. */
  @Nullable Long nextDue();

  /**
   * Records of these groups that have any of these terms: those with the most first, then the
   * newest.
   */
  List<TermHits> withTerms(
      Shelf<?> shelf, Collection<String> groups, Collection<String> terms, int limit);
}
