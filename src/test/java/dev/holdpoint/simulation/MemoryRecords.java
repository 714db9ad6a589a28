package dev.holdpoint.simulation;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.RecordQueries;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The small records of {@link MemoryTables}. */
final class MemoryRecords implements RecordQueries {
  private final Map<Integer, NavigableMap<Long, StoredRecord>> shelves = new HashMap<>();

  void write(RecordChange<?> one) {
    NavigableMap<Long, StoredRecord> shelf =
        shelves.computeIfAbsent(one.shelf().code(), _ -> new TreeMap<>());
    StoredRecord record = one.record();
    if (one.gone()) {
      shelf.remove(record.key());
      return;
    }
    if (record.name() != null
        && shelf.values().stream()
            .anyMatch(other -> other.key() != record.key() && record.name().equals(other.name()))) {
      throw new StoreFailure("the name exists: " + record.name());
    }
    shelf.put(record.key(), record);
  }

  long lastKey() {
    return shelves.values().stream()
        .filter(shelf -> !shelf.isEmpty())
        .mapToLong(NavigableMap::lastKey)
        .max()
        .orElse(0);
  }

  private <T extends StoredRecord> Stream<T> newestFirst(
      RecordKind<T> shelf, @Nullable String group) {
    return shelves.getOrDefault(shelf.code(), new TreeMap<>()).descendingMap().values().stream()
        .filter(record -> group == null || group.equals(record.group()))
        .map(shelf.type()::cast);
  }

  @Override
  public <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, long key) {
    NavigableMap<Long, StoredRecord> records = shelves.get(shelf.code());
    StoredRecord found = records == null ? null : records.get(key);
    return found == null ? null : shelf.type().cast(found);
  }

  @Override
  public <T extends StoredRecord> @Nullable T named(RecordKind<T> shelf, String name) {
    return newestFirst(shelf, null)
        .filter(record -> name.equals(record.name()))
        .findFirst()
        .orElse(null);
  }

  @Override
  public <T extends StoredRecord> List<T> keptAmong(RecordKind<T> shelf, Collection<Long> keys) {
    return newestFirst(shelf, null).filter(record -> keys.contains(record.key())).toList();
  }

  @Override
  public <T extends StoredRecord> List<T> keptBelow(
      RecordKind<T> shelf, @Nullable String group, long belowKey, int limit) {
    return newestFirst(shelf, group)
        .filter(record -> record.key() < belowKey)
        .limit(limit)
        .toList();
  }

  @Override
  public long countKept(RecordKind<?> shelf, @Nullable String group) {
    return newestFirst(shelf, group).count();
  }

  @Override
  public <T extends StoredRecord> List<T> keptOf(
      RecordKind<T> shelf, String tenant, @Nullable String group, long belowKey, int limit) {
    return newestFirst(shelf, group)
        .filter(record -> tenant.equals(record.tenant()) && record.key() < belowKey)
        .limit(limit)
        .toList();
  }

  @Override
  public long countKeptOf(RecordKind<?> shelf, String tenant, @Nullable String group) {
    return newestFirst(shelf, group).filter(record -> tenant.equals(record.tenant())).count();
  }

  private static long dueAt(StoredRecord record) {
    return Objects.requireNonNullElse(record.dueAtMs(), Long.MAX_VALUE);
  }

  @Override
  public <T extends StoredRecord> List<T> due(RecordKind<T> shelf, long nowMs, int limit) {
    return newestFirst(shelf, null)
        .filter(record -> record.dueAtMs() != null && dueAt(record) <= nowMs)
        .sorted(
            Comparator.<T>comparingLong(MemoryRecords::dueAt).thenComparingLong(StoredRecord::key))
        .limit(limit)
        .toList();
  }

  @Override
  public @Nullable Long nextDue() {
    return shelves.values().stream()
        .flatMap(shelf -> shelf.values().stream())
        .map(StoredRecord::dueAtMs)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  @Override
  public List<TermHits> withTerms(
      RecordKind<?> shelf, Collection<String> groups, Collection<String> terms, int limit) {
    return newestFirst(shelf, null)
        .filter(record -> groups.contains(record.group()))
        .map(
            record ->
                new TermHits(
                    record.key(), (int) record.terms().stream().filter(terms::contains).count()))
        .filter(found -> found.hits() > 0)
        .sorted(Comparator.comparingInt(TermHits::hits).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public List<String> groupsWith(RecordKind<?> shelf, String term, int limit) {
    return newestFirst(shelf, null)
        .filter(record -> record.terms().contains(term))
        .map(StoredRecord::group)
        .limit(limit)
        .toList();
  }
}
