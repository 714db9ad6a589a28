package dev.holdpoint.engine;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.LiveRun;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Remembered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the writer knows: the rows it has read or written lately. Only the writer changes the store,
 * so what it remembers is true until a transaction fails; then it forgets everything.
 */
final class Ledger {
  private static final int RUNS = 2_000;
  private static final int SESSIONS = 4_000;

  private final Map<Long, Run> runs = bounded(RUNS);
  private final Map<String, Session> sessions = bounded(SESSIONS);
  private final Map<Long, List<LiveRun>> live = bounded(SESSIONS);
  private final Map<String, Remembered> uncommitted = new HashMap<>();
  private @Nullable Queries queries;

  void open(Queries transaction) {
    queries = transaction;
    uncommitted.clear();
  }

  Queries queries() {
    if (queries == null) {
      throw new IllegalStateException("no transaction is open");
    }
    return queries;
  }

  void forget() {
    runs.clear();
    sessions.clear();
    live.clear();
  }

  @Nullable Run run(long key) {
    return remembered(runs, key, queries()::run);
  }

  @Nullable Session session(String id) {
    Session session = sessions.get(id);
    if (session == null) {
      session = queries().session(id);
      if (session != null) {
        sessions.put(id, session);
      }
    }
    return session;
  }

  List<LiveRun> liveRuns(long sessionKey) {
    List<LiveRun> found = live.get(sessionKey);
    if (found == null) {
      found = queries().liveRuns(sessionKey);
      live.put(sessionKey, found);
    }
    return found;
  }

  /**
   * Also what an earlier work of the same transaction remembered, which the database cannot know
   * yet.
   */
  @Nullable Remembered remembered(String scope) {
    Remembered fresh = uncommitted.get(scope);
    return fresh != null ? fresh : queries().remembered(scope);
  }

  void put(Remembered record) {
    uncommitted.put(record.scope(), record);
  }

  void put(Session session) {
    sessions.put(session.id(), session);
  }

  void put(Run run) {
    runs.put(run.key(), run);
    long sessionKey = run.head().sessionKey();
    List<LiveRun> known = live.get(sessionKey);
    if (known != null) {
      live.put(sessionKey, with(known, run));
    }
  }

  static List<LiveRun> with(List<LiveRun> known, Run run) {
    List<LiveRun> next = new ArrayList<>(known.size() + 1);
    boolean placed = false;
    RunStatus status = run.status();
    for (LiveRun other : known) {
      if (other.key() != run.key()) {
        next.add(other);
      } else if (!status.isSettled()) {
        next.add(LiveRun.of(run));
        placed = true;
      }
    }
    if (!placed && !status.isSettled()) {
      // Keys rise with time, so a run that was not there before is the newest.
      next.add(LiveRun.of(run));
    }
    return next;
  }

  private static <V> @Nullable V remembered(
      Map<Long, V> map, long key, LongFunction<@Nullable V> load) {
    V value = map.get(key);
    if (value == null) {
      value = load.apply(key);
      if (value != null) {
        map.put(key, value);
      }
    }
    return value;
  }

  private static <K, V> Map<K, V> bounded(int size) {
    return new LinkedHashMap<>(256, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > size;
      }
    };
  }
}
