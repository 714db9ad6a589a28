package dev.holdpoint.engine.commit;

import dev.holdpoint.core.run.Run;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The runs of a session that have not begun, with what the open transaction has done to them. */
public final class SessionQueue {
  private static final int LOOK_AT = 16;

  private SessionQueue() {}

  /** The run that stands first in the session's queue, or null. */
  public static @Nullable Run next(Change change, long sessionKey) {
    if (change.load(sessionKey).queued() == 0) {
      return null;
    }
    // What came into the queue in this transaction; the database is asked only if there are more.
    List<Run> fresh =
        Stream.concat(
                change.ledger().submitted(sessionKey).stream(),
                change.entries.stream().map(entry -> entry.run().key()))
            .distinct()
            .map(change::run)
            .filter(run -> run != null && run.head().sessionKey() == sessionKey)
            .filter(Run::isInQueue)
            .toList();
    Run stored =
        fresh.size() == change.load(sessionKey).queued() ? null : stored(change, sessionKey);
    var first = fresh.stream().min(Comparator.comparingLong(Run::key)).orElse(stored);
    return stored != null && first != null && stored.key() < first.key() ? stored : first;
  }

  private static @Nullable Run stored(Change change, long sessionKey) {
    long above = 0;
    List<Long> keys = change.queries().queuedRuns(sessionKey, above, LOOK_AT);
    while (!keys.isEmpty()) {
      for (long key : keys) {
        Run run = change.run(key);
        // What the database calls queued may have been started or cancelled in this transaction.
        if (run != null && run.isInQueue()) {
          return run;
        }
        above = key;
      }
      keys = change.queries().queuedRuns(sessionKey, above, LOOK_AT);
    }
    return null;
  }

  /** The session's runs whose time has not come yet. */
  public static List<Run> deferred(Change change, long sessionKey) {
    return Stream.of(
            change.queries().deferredRuns(sessionKey).stream(),
            change.ledger().submitted(sessionKey).stream(),
            change.entries.stream().map(entry -> entry.run().key()))
        .flatMap(keys -> keys)
        .distinct()
        .map(change::run)
        .filter(run -> run != null && run.isDeferred())
        .filter(run -> run.head().sessionKey() == sessionKey)
        .toList();
  }
}
