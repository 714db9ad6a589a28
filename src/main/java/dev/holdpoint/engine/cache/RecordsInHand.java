package dev.holdpoint.engine.cache;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whole groups of records that the writer keeps in memory, because nearly every work reads them.
 */
final class RecordsInHand {
  private final Map<Group, List<StoredRecord>> groups = ByUse.map();

  private record Group(RecordKind<?> shelf, @Nullable String name) {}

  void clear() {
    groups.clear();
  }

  void trim(int most) {
    ByUse.trim(groups, most);
  }

  /**
   * The oldest first.
   *
   * @param name null for all groups together
   * @param drawer what earlier works of the transaction have kept, which the database cannot know
   */
  <T extends StoredRecord> List<T> of(
      RecordKind<T> shelf, @Nullable String name, Queries queries, UncommittedRecords drawer) {
    List<StoredRecord> known = groups.get(new Group(shelf, name));
    if (known == null) {
      if (shelf.inHand() == 0) {
        throw new IllegalArgumentException(shelf.type() + " is not kept in hand");
      }
      known =
          new ArrayList<>(
              queries.keptBelow(shelf, name, Long.MAX_VALUE, shelf.inHand()).reversed());
      known.removeIf(record -> drawer.has(shelf, record.key()));
      drawer
          .fresh(shelf)
          .filter(record -> name == null || name.equals(record.group()))
          .forEach(known::add);
      known = List.copyOf(known);
      groups.put(new Group(shelf, name), known);
    }
    // What was put there by its kind is of that kind.
    @SuppressWarnings("unchecked")
    List<T> records = (List<T>) known;
    return records;
  }

  /** One of a group that is in hand; null where it is not among them. */
  <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, String group, long key) {
    List<StoredRecord> known = shelf.inHand() == 0 ? null : groups.get(new Group(shelf, group));
    if (known != null) {
      for (StoredRecord record : known) {
        if (record.key() == key) {
          return shelf.type().cast(record);
        }
      }
    }
    return null;
  }

  void put(RecordChange<?> record) {
    if (record.shelf().inHand() > 0) {
      put(new Group(record.shelf(), null), record);
      put(new Group(record.shelf(), record.record().group()), record);
    }
  }

  /** A group that is not in hand is read when it is asked for. */
  private void put(Group group, RecordChange<?> record) {
    groups.computeIfPresent(
        group,
        (_, known) -> {
          List<StoredRecord> now = new ArrayList<>(known);
          now.removeIf(other -> other.key() == record.record().key());
          if (!record.gone()) {
            now.add(record.record());
          }
          return List.copyOf(now);
        });
  }
}
