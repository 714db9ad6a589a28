package dev.holdpoint.engine.journal;

import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.engine.journal.RecentRows.Entry;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Removed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The journal as streams read it. A reader has a cursor and a filter; first connect, reconnect and
 * live are the same call. Recent rows come from a ring in memory, older ones from the store, so
 * that a reader who lags costs a query and nobody else anything.
 */
public final class Feed implements CommitListener {
  /** A row may hold megabytes, and many readers may be behind at once. */
  private static final int TABLE_ROWS = Heap.ofThisProcess().rows(16);

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

    /** Whether it could want a row of which only this is known. */
    default boolean mayWant(long sessionKey, long runKey) {
      return switch (this) {
        case All _, OfSessionId _ -> true;
        case OfSession(long key) -> sessionKey == key;
        case OfRun(long key) -> runKey == key;
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
  private final EventGaps leaps;
  private final RecentRows ring;
  private final Map<Filter, Set<Listener>> listeners = new ConcurrentHashMap<>();

  /** How many listen by name, and so for rows of which one cannot tell without reading them. */
  private final AtomicInteger byName = new AtomicInteger();

  private volatile long floor;
  private volatile boolean floorRose;

  /** Touched by the writer alone: a commit may have happened of which nobody was told. */
  private boolean doubt;

  /**
   * @param window how many events back a reader may begin; what is older it is told to read
   *     elsewhere
   */
  public Feed(Engine engine, long window) {
    this.engine = engine;
    this.window = window;
    this.ring = new RecentRows(engine.read(Queries::lastEventId));
    this.floor = engine.read(Queries::eventsFloor);
    this.leaps = engine.read(Queries::leaps);
  }

  /** The cursor below which nothing is replayed any more. */
  public long oldestReplayed() {
    if (floorRose) {
      floorRose = false;
      long now = engine.read(Queries::eventsFloor);
      raiseFloor(now);
    }
    return Math.max(floor, leaps.back(ring.head(), window));
  }

  /** The id of the newest event. */
  public long head() {
    return ring.head();
  }

  /**
   * Whether there is an event with this id. A reader may have seen in the store what the feed is
   * told of a moment later.
   */
  public boolean isIssued(long id) {
    return id <= ring.head() || id <= engine.read(Queries::lastEventId);
  }

  /**
   * Where a reader goes on whose cursor was passed over when the ledger was restored; null for any
   * other cursor.
   */
  public @Nullable Long afterLeap(long cursor) {
    EventGaps.Leap leap = leaps.over(cursor);
    return leap == null ? null : leap.upTo();
  }

  @Override
  public void rows(List<JournalRow> rows) {
    ring.keep(rows.stream().map(Entry::of).toList());
    if (doubt) {
      doubt = false;
      wakeAll();
    } else if (!listeners.isEmpty()) {
      wake(rows);
    }
  }

  @Override
  public boolean wants(ForeignRow row) {
    return byName.get() > 0
        || listeners.containsKey(new Filter.All())
        || listeners.containsKey(new Filter.OfRun(row.runKey()))
        || listeners.containsKey(new Filter.OfSession(row.sessionKey()));
  }

  /**
   * What nobody wanted leaves its place in the ring, where whoever wants it after all goes to the
   * store. Who has come meanwhile is woken too.
   */
  @Override
  public void elsewhere(List<ForeignRow> all, List<JournalRow> wanted) {
    Map<Long, JournalRow> read = new HashMap<>();
    wanted.forEach(row -> read.put(row.lastId(), row));
    ring.keep(
        all.stream()
            .map(
                row ->
                    read.containsKey(row.lastId())
                        ? Entry.of(read.get(row.lastId()))
                        : Entry.unread(row.lastId(), row.sessionKey(), row.runKey()))
            .toList());
    Set<Filter> touched = new HashSet<>(Set.of(new Filter.All()));
    for (ForeignRow row : all) {
      touched.add(new Filter.OfSession(row.sessionKey()));
      touched.add(new Filter.OfRun(row.runKey()));
    }
    touched.forEach(filter -> wake(filter, 0));
    if (byName.get() > 0) {
      listeners.forEach(
          (filter, set) -> {
            if (filter instanceof Filter.OfSessionId) {
              set.forEach(listener -> listener.news(0));
            }
          });
    }
  }

  @Override
  public void removedElsewhere() {
    ring.empty();
    floorRose = true;
  }

  /**
   * What the ring does not hold it must not pass over: it begins anew, and readers ask the store.
   * They may do so before the store has made up its mind; with the next commit it has, and all ask
   * again.
   */
  @Override
  public void unknown() {
    ring.empty();
    floorRose = true;
    doubt = true;
    wakeAll();
  }

  private void wakeAll() {
    listeners.values().forEach(set -> set.forEach(listener -> listener.news(0)));
  }

  /** What is gone must not come out of the ring; until the next commit readers ask the store. */
  @Override
  public void removed(Removed what) {
    ring.empty();
    raiseFloor(what.eventsFloor());
  }

  private synchronized void raiseFloor(long to) {
    floor = Math.max(floor, to);
  }

  private void wake(List<JournalRow> rows) {
    long after = rows.getFirst().idOf(0) - 1;
    wake(new Filter.All(), after);
    if (rows.size() == 1) {
      touchedBy(rows.getFirst()).forEach(filter -> wake(filter, after));
      return;
    }
    Set<Filter> touched = new HashSet<>();
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
    boolean named = filter instanceof Filter.OfSessionId;
    byName.addAndGet(named ? 1 : 0);
    listeners.compute(
        filter,
        (_, known) -> {
          Set<Listener> set = known == null ? ConcurrentHashMap.newKeySet(2) : known;
          set.add(listener);
          return set;
        });
    AtomicBoolean open = new AtomicBoolean(true);
    return () -> {
      if (named && open.getAndSet(false)) {
        byName.decrementAndGet();
      }
      listeners.computeIfPresent(
          filter,
          (_, known) -> {
            known.remove(listener);
            return known.isEmpty() ? null : known;
          });
    };
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
    return ring.after(cursor, filter, maxRows);
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
      Slice recent = ring.after(cursor, filter, maxRows);
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
        return new Slice(List.of(), upTo, upTo < ring.head());
      }
      ahead = List.copyOf(trail.subList(0, Math.min(REMEMBERED, trail.size())));
      return goOn(queries);
    }
  }

  public Reader reader(Filter filter) {
    return new Reader(filter);
  }

  private Slice fromStore(long cursor, Reader reader) {
    return engine.read(
        queries -> {
          // Read before the trail: whatever commits later is beyond it and is not skipped.
          long upTo = queries.lastEventId();
          ring.raise(upTo);
          // What another node has removed is missing here, though nobody has told of it yet.
          raiseFloor(queries.eventsFloor());
          return switch (reader.filter) {
            case Filter.All _ -> slice(queries.journalAfter(cursor, TABLE_ROWS), cursor);
            case Filter.OfRun(long key) -> {
              Run run = queries.run(key);
              yield run == null
                  ? new Slice(List.of(), upTo, false)
                  : reader.along(queries, Trails.told(queries, run, cursor), upTo);
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

  private static Slice slice(List<JournalRow> rows, long cursor) {
    return rows.isEmpty()
        ? new Slice(rows, cursor, false)
        : new Slice(rows, rows.getLast().lastId(), true);
  }
}
