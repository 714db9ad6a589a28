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

  private final Store store;
  private final List<Committed> listeners;
  private final Consumer<Consumer<Committed>> publisher;
  private long told;
  private long settings;
  private long removals;
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

  /** All that others have committed up to here. */
  void follow(Head head) {
    while (followSome(head)) {
      // As many as there are.
    }
  }

  /** Some of it; whether there is more. */
  boolean followSome(Head head) {
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
    told = head.lastEventId();
    settings = head.settings();
    removals = head.removals();
  }

  /** False when there are no more. */
  private boolean more(long upTo) {
    record Page(List<Foreign> all, Map<Long, JournalRow> wanted) {}
    Page page =
        store.read(
            queries -> {
              List<Foreign> all = queries.foreign(told, upTo, AT_ONCE);
              return new Page(all, wanted(queries, all));
            });
    if (!page.all.isEmpty()) {
      publisher.accept(
          listener ->
              listener.elsewhere(
                  page.all,
                  page.all.stream()
                      .filter(listener::wants)
                      .map(row -> page.wanted.get(row.lastId()))
                      .filter(Objects::nonNull)
                      .toList()));
      rows.addAndGet(page.all.size());
    }
    boolean more = page.all.size() == AT_ONCE;
    told = more ? page.all.getLast().lastId() : upTo;
    return more;
  }

  private Map<Long, JournalRow> wanted(Queries queries, List<Foreign> all) {
    List<Long> keys =
        all.stream()
            .filter(row -> listeners.stream().anyMatch(listener -> listener.wants(row)))
            .map(Foreign::lastId)
            .toList();
    Map<Long, JournalRow> rows = new HashMap<>();
    if (!keys.isEmpty()) {
      queries.journalRows(keys).forEach(row -> rows.put(row.lastId(), row));
    }
    return rows;
  }
}
