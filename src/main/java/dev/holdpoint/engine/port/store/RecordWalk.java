package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All records of a kind or of a group, newest first, read some at a time. */
public final class RecordWalk {
  private static final int AT_ONCE = 200;

  private RecordWalk() {}

  /**
   * @param group null for all of the kind
   */
  public static <T extends StoredRecord> Stream<T> of(
      RecordQueries shelves, RecordKind<T> shelf, @Nullable String group) {
    return Stream.iterate(
            shelves.keptBelow(shelf, group, Long.MAX_VALUE, AT_ONCE),
            page -> !page.isEmpty(),
            page -> next(shelves, shelf, group, page))
        .flatMap(List::stream);
  }

  private static <T extends StoredRecord> List<T> next(
      RecordQueries shelves, RecordKind<T> shelf, @Nullable String group, List<T> page) {
    return page.size() < AT_ONCE
        ? List.of()
        : shelves.keptBelow(shelf, group, page.getLast().key(), AT_ONCE);
  }
}
