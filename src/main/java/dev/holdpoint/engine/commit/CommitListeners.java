package dev.holdpoint.engine.commit;

import dev.holdpoint.engine.port.store.ForeignRow;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who hear what was committed; each of them, whatever the others do. */
final class CommitListeners {
  private static final Logger log = LoggerFactory.getLogger(CommitListeners.class);

  private final List<CommitListener> all = new CopyOnWriteArrayList<>();

  void add(CommitListener listener) {
    all.add(listener);
  }

  /** Whether any of them wants to know what is in the row. */
  boolean want(ForeignRow row) {
    return all.stream().anyMatch(listener -> listener.wants(row));
  }

  /**
   * What this daemon is about to commit; it is not, where one of them fails to make room for it.
   */
  void prepare(Batch batch) {
    if (!batch.shelved().isEmpty()) {
      all.forEach(listener -> listener.changing(batch.shelved()));
    }
  }

  /** What this daemon has committed. */
  void tell(Batch batch) {
    if (batch.isEmpty()) {
      return;
    }
    if (!batch.givenAway().isEmpty()) {
      tell(listener -> listener.givenAway(batch.givenAway()));
    }
    if (!batch.journal().isEmpty()) {
      tell(listener -> listener.rows(batch.journal()));
    }
    if (!batch.removed().isEmpty()) {
      tell(listener -> listener.removed(batch.removed()));
    }
    if (batch.nextDue() != Long.MAX_VALUE) {
      tell(listener -> listener.due(batch.nextDue()));
    }
    if (batch.nextDelivery() != Long.MAX_VALUE) {
      tell(listener -> listener.delivery(batch.nextDelivery()));
    }
    tell(CommitListener::committed);
  }

  void tell(Consumer<CommitListener> news) {
    for (CommitListener listener : all) {
      try {
        news.accept(listener);
      } catch (RuntimeException e) {
        // It is committed all the same, and those who asked for it wait for the answer.
        Outage.unlessAway(log, "a listener failed after a commit", e);
      }
    }
  }
}
