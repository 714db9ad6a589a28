package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of the small records. Every list is bounded and walks an index. Pages pass over
 * records that are damaged, unless the kind is {@linkplain RecordKind#complete complete}; a page
 * that is shorter than asked for is the last.
 */
public interface RecordQueries {
  <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, long key);

  <T extends StoredRecord> @Nullable T named(RecordKind<T> shelf, String name);

  /** Whatever of these exists, in no order. */
  <T extends StoredRecord> List<T> keptAmong(RecordKind<T> shelf, Collection<Long> keys);

  /**
   * Newest first, below {@code belowKey}.
   *
   * @param group null for all of the kind
   */
  <T extends StoredRecord> List<T> keptBelow(
      RecordKind<T> shelf, @Nullable String group, long belowKey, int limit);

  long countKept(RecordKind<?> shelf, @Nullable String group);

  /**
   * Of one tenant, newest first, below {@code belowKey}.
   *
   * @param tenant not the root tenant, which no list is narrowed to
   * @param group null for all of the kind
   */
  <T extends StoredRecord> List<T> keptOf(
      RecordKind<T> shelf, String tenant, @Nullable String group, long belowKey, int limit);

  long countKeptOf(RecordKind<?> shelf, String tenant, @Nullable String group);

  /** What is due at or before {@code nowMs}, the earliest first, without what is damaged. */
  <T extends StoredRecord> List<T> due(RecordKind<T> shelf, long nowMs, int limit);

  /** The earliest time at which any record of any kind is due, or null. */
  @Nullable Long nextDue();

  /**
   * Records of these groups that have any of these terms: those with the most first, then the
   * newest.
   */
  List<TermHits> withTerms(
      RecordKind<?> shelf, Collection<String> groups, Collection<String> terms, int limit);

  /** The group of each record that has the term, for kinds of which few have any. */
  List<String> groupsWith(RecordKind<?> shelf, String term, int limit);
}
