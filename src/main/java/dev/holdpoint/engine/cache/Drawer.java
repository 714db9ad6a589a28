package dev.holdpoint.engine.cache;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;
import dev.holdpoint.engine.port.store.Shelved;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records that earlier works of the open transaction have kept or put away, which the database
 * cannot know yet.
 */
public final class Drawer {
  private final Map<Place, Shelved<?>> records = new HashMap<>();

  /** Where a record stands. */
  public record Place(int shelf, long key) {
    public static Place of(Shelved<?> record) {
      return new Place(record.shelf().code(), record.record().key());
    }
  }

  void clear() {
    records.clear();
  }

  void put(Shelved<?> record) {
    records.put(Place.of(record), record);
  }

  boolean has(Shelf<?> shelf, long key) {
    return records.containsKey(new Place(shelf.code(), key));
  }

  <T extends Kept> @Nullable T kept(Shelf<T> shelf, long key) {
    Shelved<?> found = records.get(new Place(shelf.code(), key));
    return found == null || found.gone() ? null : shelf.type().cast(found.record());
  }

  <T extends Kept> @Nullable T named(Shelf<T> shelf, String name) {
    for (Shelved<?> one : records.values()) {
      if (!one.gone() && one.shelf().code() == shelf.code() && name.equals(one.record().name())) {
        return shelf.type().cast(one.record());
      }
    }
    return null;
  }

  /** What was kept, and not put away since. */
  <T extends Kept> Stream<T> fresh(Shelf<T> shelf) {
    return records.values().stream()
        .filter(one -> !one.gone() && one.shelf().code() == shelf.code())
        .map(one -> shelf.type().cast(one.record()));
  }
}
