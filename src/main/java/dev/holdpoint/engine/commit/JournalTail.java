package dev.holdpoint.engine.commit;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the listeners what other daemons have committed, in the order of the journal and between
 * what this one commits. Ids are given under the writer's lock, which is held until the commit can
 * be seen: once an id can be read, so can all below it, and no row comes late behind a cursor.
 *
 * <p>Most rows concern nobody here. Those are only counted; what is in them is read for those who
 * want it.
 */
final class JournalTail {
  private static final int AT_ONCE = 500;

  /**
   * Rows of the journal that others have written.
   *
   * @param after the last that was known before
   * @param isAll whether there are no more up to the head that they were read with
   */
  record Page(long after, List<ForeignRow> rows, boolean isAll) {
    /** Nobody has looked. */
    static final Page UNREAD = new Page(Long.MAX_VALUE, List.of(), false);
  }

  /** What was written from one head to the next, as far as a page goes. */
  static Page page(Queries queries, LedgerHead from, LedgerHead to) {
    return page(queries, from.lastEventId(), to.lastEventId());
  }

  private static Page page(Queries queries, long after, long upTo) {
    List<ForeignRow> rows = after < upTo ? queries.foreign(after, upTo, AT_ONCE) : List.of();
    return new Page(after, rows, rows.size() < AT_ONCE);
  }

  /** A page, and what is in those of its rows that somebody here wanted when they were read. */
  record Found(Page page, Map<Long, JournalRow> wanted) {}

  private final Store store;
  private final CommitListeners listeners;
  private volatile long told;
  private long settings;
  private long removals;
  private volatile long commits;
  private final AtomicLong rows = new AtomicLong();

  JournalTail(Store store, CommitListeners listeners) {
    this.store = store;
    this.listeners = listeners;
    LedgerHead head = store.cluster().head();
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

  private void knows(LedgerHead head) {
    commits = Math.max(commits, head.commits());
  }

  /** What is to be told next, up to here. Tells nothing, so anybody may call it. */
  Found look(LedgerHead head) {
    long after = told;
    if (after >= head.lastEventId()) {
      return new Found(new Page(after, List.of(), true), Map.of());
    }
    return store.read(
        queries -> {
          Page page = page(queries, after, head.lastEventId());
          return new Found(page, contents(queries, wanted(page.rows)));
        });
  }

  /**
   * All that others have committed up to here.
   *
   * @param read what was read of it in a transaction
   */
  void follow(LedgerHead head, Page read) {
    Found found;
    if (read.after <= told && read.isAll) {
      List<Long> keys = wanted(untold(read));
      found =
          new Found(
              read, keys.isEmpty() ? Map.of() : store.read(queries -> contents(queries, keys)));
    } else {
      found = look(head);
    }
    while (follow(head, found)) {
      found = look(head);
    }
  }

  /** What was found; whether there is more. What was told meanwhile is not told again. */
  boolean follow(LedgerHead head, Found found) {
    knows(head);
    List<ForeignRow> all = untold(found.page);
    tell(all, found.wanted);
    if (!found.page.isAll) {
      told = Math.max(told, found.page.rows.getLast().lastId());
      return true;
    }
    told = Math.max(told, head.lastEventId());
    if (head.removals() > removals) {
      removals = head.removals();
      listeners.tell(CommitListener::removedElsewhere);
    }
    if (head.settings() > settings) {
      settings = head.settings();
      listeners.tell(CommitListener::settings);
    }
    return false;
  }

  /** This daemon has told by itself what it has committed. */
  void passed(LedgerHead head) {
    knows(head);
    told = head.lastEventId();
    settings = head.settings();
    removals = head.removals();
  }

  private List<ForeignRow> untold(Page page) {
    return page.rows.stream().filter(row -> row.lastId() > told).toList();
  }

  private void tell(List<ForeignRow> all, Map<Long, JournalRow> wanted) {
    if (!all.isEmpty()) {
      listeners.tell(
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

  private List<Long> wanted(List<ForeignRow> all) {
    return all.stream().filter(listeners::want).map(ForeignRow::lastId).toList();
  }

  private static Map<Long, JournalRow> contents(Queries queries, List<Long> keys) {
    Map<Long, JournalRow> rows = new HashMap<>();
    if (!keys.isEmpty()) {
      queries.journalRows(keys).forEach(row -> rows.put(row.lastId(), row));
    }
    return rows;
  }
}
