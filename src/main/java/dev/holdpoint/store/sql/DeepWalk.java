package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.store.doc.Documents;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads every document of a ledger, in small pieces and in the order of its keys, and says which
 * are not what was stored.
 */
public final class DeepWalk {
  private static final int AT_ONCE = 500;

  /** More of them say nothing new. */
  private static final int MOST = 100;

  /**
   * @param more a second column with a document, or null
   */
  private record Place(String table, List<String> keys, @Nullable String more) {
    Place(String table, String key) {
      this(table, List.of(key), null);
    }
  }

  private static final List<Place> PLACES =
      List.of(
          new Place("sessions", "key"),
          new Place("runs", "key"),
          new Place("journal", List.of("last_id"), "steps"),
          new Place("mails", "key"),
          new Place("tokens", "key"),
          new Place("records", List.of("kind", "key"), null),
          new Place("run_memories", "key"),
          new Place("deliveries", List.of("key"), "content"),
          new Place("actions", List.of("run_key", "sequence"), null),
          new Place("checkpoints", "sequence"));

  private final Statements sql;
  private final ObjLongConsumer<String> progress;
  private final List<String> found = new ArrayList<>();
  private long documents;

  /**
   * @param found where, and what; at most a hundred
   */
  public record Seen(long documents, List<String> found) {
    public Seen {
      found = List.copyOf(found);
    }
  }

  private DeepWalk(Statements sql, ObjLongConsumer<String> progress) {
    this.sql = sql;
    this.progress = progress;
  }

  /**
   * @param progress hears the table and how many documents were read, now and then
   */
  public static Seen over(Statements sql, ObjLongConsumer<String> progress) {
    DeepWalk walk = new DeepWalk(sql, progress);
    PLACES.forEach(walk::read);
    return new Seen(walk.documents, walk.found);
  }

  private void read(Place place) {
    String keys = String.join(", ", place.keys);
    String marks = place.keys.stream().map(_ -> "?").collect(Collectors.joining(", "));
    String more = place.more == null ? "" : ", " + place.more;
    String select =
        "SELECT %s, doc%s FROM %s WHERE (%s) > (%s) ORDER BY %s LIMIT %d"
            .formatted(keys, more, place.table, keys, marks, keys, AT_ONCE);
    long[] after = new long[place.keys.size()];
    Arrays.fill(after, Long.MIN_VALUE);
    int count = AT_ONCE;
    while (count == AT_ONCE) {
      List<long[]> rows = sql.list(select, row -> bind(row, after), row -> checked(place, row));
      count = rows.size();
      if (count > 0) {
        System.arraycopy(rows.getLast(), 0, after, 0, after.length);
      }
      progress.accept(place.table, documents);
    }
  }

  private static void bind(PreparedStatement statement, long[] keys) throws SQLException {
    for (int i = 0; i < keys.length; i++) {
      statement.setLong(i + 1, keys[i]);
    }
  }

  private long[] checked(Place place, ResultSet row) throws SQLException {
    int width = place.keys.size();
    long[] keys = new long[width];
    for (int i = 0; i < width; i++) {
      keys[i] = row.getLong(i + 1);
    }
    check(place, keys, row.getString(width + 1));
    if (place.more != null) {
      check(place, keys, row.getString(width + 2));
    }
    return keys;
  }

  private void check(Place place, long[] keys, @Nullable String document) {
    if (document == null) {
      return;
    }
    documents++;
    try {
      Documents.check(place.table, document);
    } catch (Damaged e) {
      if (found.size() < MOST) {
        String where =
            LongStream.of(keys).mapToObj(Long::toString).collect(Collectors.joining("/"));
        found.add("%s %s: %s".formatted(place.table, where, e.getMessage()));
      }
    }
  }
}
