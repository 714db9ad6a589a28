package dev.holdpoint.simulation;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Shelved;
import dev.holdpoint.engine.port.store.Shelves;
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
final class MemoryRecords implements Shelves {
  private final Map<Integer, NavigableMap<Long, Kept>> shelves = new HashMap<>();

  void write(Shelved<?> one) {
    NavigableMap<Long, Kept> shelf =
        shelves.computeIfAbsent(one.shelf().code(), _ -> new TreeMap<>());
    Kept record = one.record();
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

  private <T extends Kept> Stream<T> newestFirst(Shelf<T> shelf, @Nullable String group) {
    return shelves.getOrDefault(shelf.code(), new TreeMap<>()).descendingMap().values().stream()
        .filter(record -> group == null || group.equals(record.group()))
        .map(shelf.type()::cast);
  }

  @Override
  public <T extends Kept> @Nullable T kept(Shelf<T> shelf, long key) {
    return newestFirst(shelf, null).filter(record -> record.key() == key).findFirst().orElse(null);
  }

  @Override
  public <T extends Kept> @Nullable T named(Shelf<T> shelf, String name) {
    return newestFirst(shelf, null)
        .filter(record -> name.equals(record.name()))
        .findFirst()
        .orElse(null);
  }

  @Override
  public <T extends Kept> List<T> keptAmong(Shelf<T> shelf, Collection<Long> keys) {
    return newestFirst(shelf, null).filter(record -> keys.contains(record.key())).toList();
  }

  @Override
  public <T extends Kept> List<T> keptBelow(
      Shelf<T> shelf, @Nullable String group, long belowKey, int limit) {
    return newestFirst(shelf, group)
        .filter(record -> record.key() < belowKey)
        .limit(limit)
        .toList();
  }

  @Override
  public long countKept(Shelf<?> shelf, @Nullable String group) {
    return newestFirst(shelf, group).count();
  }

  @Override
  public <T extends Kept> List<T> keptOf(
      Shelf<T> shelf, String tenant, @Nullable String group, long belowKey, int limit) {
    return newestFirst(shelf, group)
        .filter(record -> tenant.equals(record.tenant()) && record.key() < belowKey)
        .limit(limit)
        .toList();
  }

  @Override
  public long countKeptOf(Shelf<?> shelf, String tenant, @Nullable String group) {
    return newestFirst(shelf, group).filter(record -> tenant.equals(record.tenant())).count();
  }

  private static long dueAt(Kept record) {
    return Objects.requireNonNullElse(record.dueAtMs(), Long.MAX_VALUE);
  }

  @Override
  public <T extends Kept> List<T> due(Shelf<T> shelf, long nowMs, int limit) {
    return newestFirst(shelf, null)
        .filter(record -> record.dueAtMs() != null && dueAt(record) <= nowMs)
        .sorted(Comparator.<T>comparingLong(MemoryRecords::dueAt).thenComparingLong(Kept::key))
        .limit(limit)
        .toList();
  }

  @Override
  public @Nullable Long nextDue() {
    return shelves.values().stream()
        .flatMap(shelf -> shelf.values().stream())
        .map(Kept::dueAtMs)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  @Override
  public List<TermHits> withTerms(
      Shelf<?> shelf, Collection<String> groups, Collection<String> terms, int limit) {
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
}
