package dev.holdpoint.engine;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.Leaps;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Removed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The journal as streams read it. A reader has a cursor and a filter; first connect, reconnect and
 * live are the same call. Recent rows come from a ring in memory, older ones from the store, so
 * that a reader who lags costs a query and nobody else anything.
 */
public final class Feed implements Committed {
  private static final int RING = 1_024;

  /** A row may hold megabytes, and many readers may be behind at once. */
  private static final int TABLE_ROWS = 16;

  /** Whose events a reader wants. */
  public sealed interface Filter {
    record All() implements Filter {}

    record OfSession(long key) implements Filter {}

    /** By its name, so that one may wait for a session that does not exist yet. */
    record OfSessionId(String id) implements Filter {}

    record OfRun(long key) implements Filter {}

    default boolean wants(JournalRow row) {
      return switch (this) {
        case All _ -> true;
        case OfSession(long key) -> row.sessionKey() == key;
        case OfSessionId(String id) -> row.sessionId().equals(id);
        case OfRun(long key) -> row.runKey() == key;
      };
    }
  }

  /** Someone who wants to know that there is something to read, or to see text as it is written. */
  public interface Listener {
    /** Called on the writer's thread after a commit: must return at once. */
    void news();

    /**
     * The same, told where to look.
     *
     * @param after nothing that the filter wants lies between the news before and this id; 0 when
     *     that is not known
     */
    default void news(long after) {
      news();
    }

    default void text(Run run, String text) {}
  }

  /**
   * @param cursor everything up to here has been seen or was not wanted
   */
  public record Slice(List<JournalRow> rows, long cursor, boolean more) {}

  private final Engine engine;
  private final long window;
  private final Leaps leaps;
  private final JournalRow[] ring = new JournalRow[RING];
  private final Map<Filter, Set<Listener>> listeners = new ConcurrentHashMap<>();
  private long written;
  private volatile long head;
  private volatile long floor;
  private long oldest = Long.MAX_VALUE;
  private boolean stale;

  /** Touched by the writer alone: a commit may have happened of which nobody was told. */
  private boolean doubt;

  /**
   * @param window how many events back a reader may begin; what is older it is told to read
   *     elsewhere
   */
  public Feed(Engine engine, long window) {
    this.engine = engine;
    this.window = window;
    this.head = engine.read(Queries::lastEventId);
    this.floor = engine.read(Queries::eventsFloor);
    this.leaps = engine.read(Queries::leaps);
  }

  /** The cursor below which nothing is replayed any more. */
  public long oldestReplayed() {
    return Math.max(floor, leaps.back(head, window));
  }

  /** The id of the newest event. */
  public long head() {
    return head;
  }

  /**
   * Whether there is an event with this id. A reader may have seen in the store what the feed is
   * told of a moment later.
   */
  public boolean isIssued(long id) {
    return id <= head || id <= engine.read(Queries::lastEventId);
  }

  /**
   * Where a reader goes on whose cursor was passed over when the ledger was restored; null for any
   * other cursor.
   */
  public @Nullable Long afterLeap(long cursor) {
    Leaps.Leap leap = leaps.over(cursor);
    return leap == null ? null : leap.upTo();
  }

  @Override
  public void rows(List<JournalRow> rows) {
    synchronized (ring) {
      for (JournalRow row : rows) {
        ring[(int) (written++ % RING)] = slim(row);
      }
      JournalRow first = ring[written <= RING ? 0 : (int) (written % RING)];
      oldest = first.idOf(0);
      head = Math.max(head, rows.getLast().lastId());
      stale = false;
    }
    if (doubt) {
      doubt = false;
      wakeAll();
    } else if (!listeners.isEmpty()) {
      wake(rows);
    }
  }

  /**
   * What the ring does not hold it must not pass over: it begins anew, and readers ask the store.
   * They may do so before the store has made up its mind; with the next commit it has, and all ask
   * again.
   */
  @Override
  public void unknown() {
    synchronized (ring) {
      empty();
    }
    doubt = true;
    wakeAll();
  }

  private void wakeAll() {
    listeners.values().forEach(set -> set.forEach(listener -> listener.news(0)));
  }

  /** What is gone must not come out of the ring; until the next commit readers ask the store. */
  @Override
  public void removed(Removed what) {
    synchronized (ring) {
      empty();
      floor = Math.max(floor, what.eventsFloor());
    }
  }

  private void empty() {
    Arrays.fill(ring, null);
    written = 0;
    oldest = Long.MAX_VALUE;
    stale = true;
  }

  /** The transcript is of no use to a stream and may be large. */
  private static JournalRow slim(JournalRow row) {
    return row.steps().isEmpty()
        ? row
        : new JournalRow(
            row.lastId(),
            row.atMs(),
            row.sessionKey(),
            row.sessionId(),
            row.run(),
            row.events(),
            List.of());
  }

  private void wake(List<JournalRow> rows) {
    long after = rows.getFirst().idOf(0) - 1;
    wake(new Filter.All(), after);
    if (rows.size() == 1) {
      touchedBy(rows.getFirst()).forEach(filter -> wake(filter, after));
      return;
    }
    Set<Filter> touched = new java.util.HashSet<>();
    rows.forEach(row -> touched.addAll(touchedBy(row)));
    touched.forEach(filter -> wake(filter, after));
  }

  private static List<Filter> touchedBy(JournalRow row) {
    return List.of(
        new Filter.OfSession(row.sessionKey()),
        new Filter.OfSessionId(row.sessionId()),
        new Filter.OfRun(row.runKey()));
  }

  private void wake(Filter filter, long after) {
    Set<Listener> interested = listeners.get(filter);
    if (interested != null) {
      interested.forEach(listener -> listener.news(after));
    }
  }

  /** Text as a model writes it, for whoever is watching now. */
  public void text(Run run, String text) {
    for (Filter filter :
        List.of(
            new Filter.All(),
            new Filter.OfSession(run.head().sessionKey()),
            new Filter.OfSessionId(run.head().sessionId()),
            new Filter.OfRun(run.key()))) {
      Set<Listener> interested = listeners.get(filter);
      if (interested != null) {
        interested.forEach(listener -> listener.text(run, text));
      }
    }
  }

  /**
   * Wakes the listener after every commit that its filter wants, until the registration is closed.
   */
  public AutoCloseable listen(Filter filter, Listener listener) {
    listeners.compute(
        filter,
        (_, known) -> {
          Set<Listener> set = known == null ? ConcurrentHashMap.newKeySet(2) : known;
          set.add(listener);
          return set;
        });
    return () ->
        listeners.computeIfPresent(
            filter,
            (_, known) -> {
              known.remove(listener);
              return known.isEmpty() ? null : known;
            });
  }

  /** Rows with events after the cursor that the filter wants, in order. */
  public Slice after(long cursor, Filter filter, int maxRows) {
    return new Reader(filter).after(cursor, maxRows);
  }

  /**
   * The same from memory alone; null when it does not reach back to the cursor, or began anew
   * meanwhile.
   */
  public @Nullable Slice recent(long cursor, Filter filter, int maxRows) {
    return fromRing(cursor, filter, maxRows);
  }

  /**
   * One reader's way through the journal. What a session did is found by going through its runs; a
   * reader who comes from far back remembers what it found, and does not go through them again for
   * every few rows.
   */
  public final class Reader {
    private static final int REMEMBERED = 4_096;

    private final Filter filter;
    private List<Long> ahead = List.of();

    private Reader(Filter filter) {
      this.filter = filter;
    }

    public Slice after(long cursor, int maxRows) {
      Slice recent = fromRing(cursor, filter, maxRows);
      if (recent != null) {
        ahead = List.of();
        return recent;
      }
      return ahead.isEmpty() || ahead.getFirst() <= cursor
          ? fromStore(cursor, this)
          : engine.read(this::goOn);
    }

    /** The next rows of those that were found before. */
    private Slice goOn(Queries queries) {
      int count = Math.min(TABLE_ROWS, ahead.size());
      List<Long> keys = ahead.subList(0, count);
      long cursor = keys.getLast();
      List<JournalRow> rows = queries.journalRows(keys);
      ahead = List.copyOf(ahead.subList(count, ahead.size()));
      return new Slice(rows, cursor, true);
    }

    private Slice along(Queries queries, List<Long> trail, long upTo) {
      if (trail.isEmpty()) {
        return new Slice(List.of(), upTo, upTo < head);
      }
      ahead = List.copyOf(trail.subList(0, Math.min(REMEMBERED, trail.size())));
      return goOn(queries);
    }
  }

  public Reader reader(Filter filter) {
    return new Reader(filter);
  }

  private @Nullable Slice fromRing(long cursor, Filter filter, int maxRows) {
    synchronized (ring) {
      if (cursor >= head && !stale) {
        return new Slice(List.of(), cursor, false);
      }
      if (stale || cursor + 1 < oldest) {
        return null;
      }
      List<JournalRow> rows = new ArrayList<>();
      // Newest first until the cursor, so that a reader who is up to date looks at few.
      long at = written;
      long end = Math.max(0, written - RING);
      while (at > end && ring[(int) ((at - 1) % RING)].lastId() > cursor) {
        at--;
      }
      for (; at < written; at++) {
        JournalRow row = ring[(int) (at % RING)];
        if (filter.wants(row)) {
          if (rows.size() == maxRows) {
            return new Slice(rows, rows.getLast().lastId(), true);
          }
          rows.add(row);
        }
      }
      return new Slice(rows, head, false);
    }
  }

  private Slice fromStore(long cursor, Reader reader) {
    return engine.read(
        queries -> {
          // Read before the trail: whatever commits later is beyond it and is not skipped.
          long upTo = queries.lastEventId();
          raise(upTo);
          return switch (reader.filter) {
            case Filter.All _ -> slice(queries.journalAfter(cursor, TABLE_ROWS), cursor);
            case Filter.OfRun(long key) -> {
              Run run = queries.run(key);
              yield run == null
                  ? new Slice(List.of(), upTo, false)
                  : reader.along(queries, Trails.after(queries, run, cursor), upTo);
            }
            case Filter.OfSession(long key) ->
                reader.along(queries, Trails.ofSession(queries, key, cursor), upTo);
            case Filter.OfSessionId(String id) -> {
              Session session = queries.session(id);
              yield session == null
                  ? new Slice(List.of(), upTo, false)
                  : reader.along(queries, Trails.ofSession(queries, session.key(), cursor), upTo);
            }
          };
        });
  }

  /** The store may know of events that this feed was not told of. */
  private void raise(long lastId) {
    synchronized (ring) {
      head = Math.max(head, lastId);
    }
  }

  private static Slice slice(List<JournalRow> rows, long cursor) {
    return rows.isEmpty()
        ? new Slice(rows, cursor, false)
        : new Slice(rows, rows.getLast().lastId(), true);
  }
}
