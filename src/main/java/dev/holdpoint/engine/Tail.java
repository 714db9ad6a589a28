package dev.holdpoint.engine;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.port.Foreign;
import dev.holdpoint.engine.port.Head;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Tells the listeners what other daemons have committed, in the order of the journal and between
 * what this one commits. Ids are given under the writer's lock, which is held until the commit can
 * be seen: once an id can be read, so can all below it, and no row comes late behind a cursor.
 *
 * <p>Most rows concern nobody here. Those are only counted; what is in them is read for those who
 * want it.
 */
final class Tail {
  private static final int AT_ONCE = 500;

  /**
   * Rows of the journal that others have written.
   *
   * @param after the last that was known before
   * @param isAll whether there are no more up to the head that they were read with
   */
  record Page(long after, List<Foreign> rows, boolean isAll) {
    /** Nobody has looked. */
    static final Page UNREAD = new Page(Long.MAX_VALUE, List.of(), false);
  }

  /** What was written from one head to the next, as far as a page goes. */
  static Page page(Queries queries, Head from, Head to) {
    return page(queries, from.lastEventId(), to.lastEventId());
  }

  private static Page page(Queries queries, long after, long upTo) {
    List<Foreign> rows = after < upTo ? queries.foreign(after, upTo, AT_ONCE) : List.of();
    return new Page(after, rows, rows.size() < AT_ONCE);
  }

  private final Store store;
  private final List<Committed> listeners;
  private final Consumer<Consumer<Committed>> publisher;
  private long told;
  private long settings;
  private long removals;
  private volatile long commits;
  private final AtomicLong rows = new AtomicLong();

  /**
   * @param publisher tells each listener, whatever the others do
   */
  Tail(Store store, List<Committed> listeners, Consumer<Consumer<Committed>> publisher) {
    this.store = store;
    this.listeners = listeners;
    this.publisher = publisher;
    Head head = store.cluster().head();
    this.told = head == null ? 0 : head.lastEventId();
    this.settings = head == null ? 0 : head.settings();
    this.removals = head == null ? 0 : head.removals();
  }

  /** How many rows of others have been told of. */
  long rows() {
    return rows.get();
  }

  /** How many commits this daemon knows of. */
  long commits() {
    return commits;
  }

  private void knows(Head head) {
    commits = Math.max(commits, head.commits());
  }

  /**
   * All that others have committed up to here.
   *
   * @param read what was read of it already
   */
  void follow(Head head, Page read) {
    if (read.after <= told && read.isAll) {
      List<Foreign> rows = read.rows.stream().filter(row -> row.lastId() > told).toList();
      List<Long> keys = wanted(rows);
      tell(rows, keys.isEmpty() ? Map.of() : store.read(queries -> wanted(queries, keys)));
      told = Math.max(told, head.lastEventId());
    }
    while (followSome(head)) {
      // As many as there are.
    }
  }

  /** Some of it; whether there is more. */
  boolean followSome(Head head) {
    knows(head);
    if (told < head.lastEventId() && more(head.lastEventId())) {
      return true;
    }
    if (head.removals() > removals) {
      removals = head.removals();
      publisher.accept(Committed::removedElsewhere);
    }
    if (head.settings() > settings) {
      settings = head.settings();
      publisher.accept(Committed::settings);
    }
    return false;
  }

  /** This daemon has told by itself what it has committed. */
  void passed(Head head) {
    knows(head);
    told = head.lastEventId();
    settings = head.settings();
    removals = head.removals();
  }

  /** False when there are no more. */
  private boolean more(long upTo) {
    record Read(Page page, Map<Long, JournalRow> wanted) {}
    Read read =
        store.read(
            queries -> {
              Page page = page(queries, told, upTo);
              return new Read(page, wanted(queries, wanted(page.rows)));
            });
    tell(read.page.rows, read.wanted);
    told = read.page.isAll ? upTo : read.page.rows.getLast().lastId();
    return !read.page.isAll;
  }

  private void tell(List<Foreign> all, Map<Long, JournalRow> wanted) {
    if (!all.isEmpty()) {
      publisher.accept(
          listener ->
              listener.elsewhere(
                  all,
                  all.stream()
                      .filter(listener::wants)
                      .map(row -> wanted.get(row.lastId()))
                      .filter(Objects::nonNull)
                      .toList()));
      rows.addAndGet(all.size());
    }
  }

  private List<Long> wanted(List<Foreign> all) {
    return all.stream()
        .filter(row -> listeners.stream().anyMatch(listener -> listener.wants(row)))
        .map(Foreign::lastId)
        .toList();
  }

  private static Map<Long, JournalRow> wanted(Queries queries, List<Long> keys) {
    Map<Long, JournalRow> rows = new HashMap<>();
    if (!keys.isEmpty()) {
      queries.journalRows(keys).forEach(row -> rows.put(row.lastId(), row));
    }
    return rows;
  }
}
