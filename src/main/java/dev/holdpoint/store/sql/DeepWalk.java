package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.failure.StoreFailure;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads every document of a ledger, in small pieces and in the order of its keys, and says which
 * are not what was stored.
 */
public final class DeepWalk {
  /** From a database that gives rows one after the other. */
  public static final int MANY = 500;

  /** From one that gives all rows at once, into a heap that may be small: some are large. */
  public static final int FEW = 4;

  /** More of them say nothing new. */
  private static final int MOST = 100;

  /** A piece ends here, however few its rows are. */
  private static final int PIECE_CHARACTERS = 1 << 20;

  private final List<WalkedTable> tables = WalkedTable.all();
  private final Statements sql;
  private final int atOnce;
  private final Step step;
  private final List<String> found = new ArrayList<>();
  private long documents;
  private long characters;
  private boolean stopped;

  /** The number of rows that are read one by one after a piece could not be read. */
  private int single;

  /** Places in one table that could not be read. */
  private int gaps;

  /**
   * @param found where, and what; at most a hundred
   */
  public record Seen(long documents, List<String> found) {
    public static final Seen NOTHING = new Seen(0, List.of());

    public Seen {
      found = List.copyOf(found);
    }

    /** Both; of what was found, the first hundred. */
    public Seen and(Seen more) {
      return new Seen(
          documents + more.documents,
          Stream.concat(found.stream(), more.found.stream()).distinct().limit(MOST).toList());
    }
  }

  /** Hears how far a walk is, after each small piece, and may make it wait or end it. */
  @FunctionalInterface
  public interface Step {
    /**
     * @param spot from where a later walk would go on
     * @return false to end it here
     */
    boolean goOn(Spot spot, Seen soFar);

    static Step telling(ObjLongConsumer<String> progress) {
      return (spot, seen) -> {
        progress.accept(spot.table, seen.documents);
        return true;
      };
    }
  }

  /** Remembers that another step has ended the walk. */
  public static final class Halting implements Step {
    private final Step step;
    private boolean stopped;

    public Halting(Step step) {
      this.step = step;
    }

    @Override
    public boolean goOn(Spot spot, Seen soFar) {
      stopped = !step.goOn(spot, soFar);
      return !stopped;
    }

    public boolean hasStopped() {
      return stopped;
    }
  }

  /**
   * A place in the order in which everything is read.
   *
   * @param after the key up to which the table was read; empty for nothing of it
   */
  public record Spot(String table, List<Long> after) {
    public static final Spot BEGINNING = new Spot("", List.of());

    public Spot {
      after = List.copyOf(after);
    }

    public String text() {
      return (table + " " + after.stream().map(String::valueOf).collect(Collectors.joining("/")))
          .strip();
    }

    /** What cannot be read is the beginning. */
    public static Spot of(String text) {
      String[] parts = text.split(" ", 2);
      try {
        return new Spot(
            parts[0],
            parts.length == 1
                ? List.of()
                : Arrays.stream(parts[1].split("/", -1)).map(Long::valueOf).toList());
      } catch (NumberFormatException e) {
        return BEGINNING;
      }
    }
  }

  private DeepWalk(Statements sql, int atOnce, Step step) {
    this.sql = sql;
    this.atOnce = atOnce;
    this.step = step;
  }

  private List<WalkedTable> tables(Spot from) {
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).table().equals(from.table)) {
        return tables.subList(i, tables.size());
      }
    }
    return tables;
  }

  /**
   * Reads everything from a spot on.
   *
   * @param atOnce how many rows make a piece, if they are not large
   */
  public static Seen over(Statements sql, int atOnce, Spot from, Step step) {
    DeepWalk walk = new DeepWalk(sql, atOnce, step);
    for (WalkedTable place : walk.tables(from)) {
      boolean within = place.table().equals(from.table) && from.after.size() == place.keys().size();
      walk.read(place, within ? from.after : List.of());
    }
    return new Seen(walk.documents, walk.found);
  }

  private void read(WalkedTable place, List<Long> from) {
    long[] after = new long[place.keys().size()];
    Arrays.setAll(after, i -> from.isEmpty() ? Long.MIN_VALUE : from.get(i));
    single = 0;
    gaps = 0;
    boolean more = true;
    while (more && !stopped) {
      more = readPiece(place, after);
      Spot spot = new Spot(place.table(), LongStream.of(after).boxed().toList());
      stopped = !step.goOn(spot, new Seen(documents, found));
    }
  }

  /** Reads what follows, and moves on; false when nothing more does. */
  private boolean readPiece(WalkedTable place, long[] after) {
    boolean one = single > 0;
    try {
      single -= one ? 1 : 0;
      return readRows(place, one ? 1 : atOnce, after);
    } catch (StoreFailure e) {
      if (!sql.isDamage(e)) {
        throw e;
      }
      if (one) {
        return passOver(place, after, e);
      }
      single = FEW;
      return true;
    }
  }

  private boolean readRows(WalkedTable place, int most, long[] after) {
    characters = 0;
    int[] count = {0};
    boolean[] ends = {false};
    String more = place.more() == null ? "" : ", " + place.more();
    String columns = place.columns().isEmpty() ? "" : ", " + place.columns();
    boolean all =
        sql.each(
            place.select("doc" + more + columns, most),
            row -> bind(row, after),
            row -> {
              long[] keys = checked(place, row);
              if (Arrays.compare(keys, after) <= 0) {
                // Pages that have changed places: what they hold would be read in a circle.
                note(place, after, "what follows is out of order, and was not read");
                ends[0] = true;
                return false;
              }
              System.arraycopy(keys, 0, after, 0, after.length);
              count[0]++;
              return characters < PIECE_CHARACTERS;
            });
    return !ends[0] && (!all || count[0] == most);
  }

  /** Tells that the next row cannot be read, and goes on behind it; false where that is the end. */
  private boolean passOver(WalkedTable place, long[] after, StoreFailure why) {
    gaps++;
    long[] row = legible(place, after);
    if (row != null && row.length > 0) {
      note(place, row, "cannot be read: " + why.getMessage());
    } else {
      boolean begins = LongStream.of(after).allMatch(key -> key == Long.MIN_VALUE);
      note(
          "%s%s: what follows cannot be read: %s"
              .formatted(place.table(), begins ? "" : " after " + shown(after), why.getMessage()));
      row = row == null ? Gap.end(after, key -> legible(place, key) != null) : null;
    }
    if (row == null || gaps > MOST) {
      return false;
    }
    System.arraycopy(row, 0, after, 0, after.length);
    return true;
  }

  /** The key that follows, as far as it alone can be read: empty for none, null when it cannot. */
  private long @Nullable [] legible(WalkedTable place, long[] after) {
    try {
      long[] key =
          sql.first(place.select("0", 1), row -> bind(row, after), row -> place.keysOf(row));
      return key == null ? new long[0] : key;
    } catch (StoreFailure e) {
      if (!sql.isDamage(e)) {
        throw e;
      }
      return null;
    }
  }

  private static void bind(PreparedStatement statement, long[] keys) throws SQLException {
    for (int i = 0; i < keys.length; i++) {
      statement.setLong(i + 1, keys[i]);
    }
  }

  private long[] checked(WalkedTable place, ResultSet row) throws SQLException {
    int width = place.keys().size();
    long[] keys = place.keysOf(row);
    String document = row.getString(width + 1);
    if (check(place, keys, document, place.head(row)) && place.judge() != null) {
      compare(place, place.judge(), keys, document, row);
    }
    if (place.more() != null) {
      check(place, keys, row.getString(width + 2), place.head(row));
    }
    return keys;
  }

  private boolean check(
      WalkedTable place, long[] keys, @Nullable String document, @Nullable String head) {
    if (document == null) {
      return true;
    }
    documents++;
    characters += document.length();
    try {
      Documents.check(place.table(), document);
      return true;
    } catch (Damaged e) {
      // The run of a gate is told as a run.
      if (place.hasOwnDocument()) {
        Damaged named = head == null ? e : Documents.damaged(place.table(), head);
        note(place, keys, String.valueOf(named.getMessage()));
      }
      return false;
    }
  }

  private void compare(
      WalkedTable place, Columns.Judge judge, long[] keys, String document, ResultSet row)
      throws SQLException {
    try {
      String wrong = judge.wrong(document, row);
      if (wrong != null) {
        note(place, keys, "its " + wrong + " is not what its document says");
      }
    } catch (RuntimeException e) {
      // A parser quotes what it does not like, and that is not for the log.
      note(
          place,
          keys,
          e instanceof Damaged ? String.valueOf(e.getMessage()) : "its document cannot be read");
    }
  }

  private void note(WalkedTable place, long[] keys, String what) {
    note("%s %s: %s".formatted(place.table(), shown(keys), what));
  }

  /** Once, also where a row is read twice. */
  private void note(String what) {
    if (found.size() < MOST && !found.contains(what)) {
      found.add(what);
    }
  }

  private static String shown(long[] keys) {
    return LongStream.of(keys).mapToObj(Long::toString).collect(Collectors.joining("/"));
  }
}
