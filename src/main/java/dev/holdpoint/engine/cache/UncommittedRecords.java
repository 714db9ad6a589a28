package dev.holdpoint.engine.cache;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records that earlier works of the open transaction have kept or put away, which the database
 * cannot know yet.
 */
public final class UncommittedRecords {
  private final Map<Place, RecordChange<?>> records = new LinkedHashMap<>();

  /** Where a record stands. */
  public record Place(int shelf, long key) {
    public static Place of(RecordChange<?> record) {
      return new Place(record.shelf().code(), record.record().key());
    }
  }

  void clear() {
    records.clear();
  }

  void put(RecordChange<?> record) {
    records.put(Place.of(record), record);
  }

  boolean has(RecordKind<?> shelf, long key) {
    return records.containsKey(new Place(shelf.code(), key));
  }

  <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, long key) {
    RecordChange<?> found = records.get(new Place(shelf.code(), key));
    return found == null || found.gone() ? null : shelf.type().cast(found.record());
  }

  <T extends StoredRecord> @Nullable T named(RecordKind<T> shelf, String name) {
    for (RecordChange<?> one : records.values()) {
      if (!one.gone() && one.shelf().code() == shelf.code() && name.equals(one.record().name())) {
        return shelf.type().cast(one.record());
      }
    }
    return null;
  }

  /** What was kept, and not put away since. */
  <T extends StoredRecord> Stream<T> fresh(RecordKind<T> shelf) {
    return records.values().stream()
        .filter(one -> !one.gone() && one.shelf().code() == shelf.code())
        .map(one -> shelf.type().cast(one.record()));
  }
}
