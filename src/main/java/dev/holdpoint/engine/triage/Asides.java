package dev.holdpoint.engine.triage;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * What sessions' agents are told with their next turn. Every turn asks, and for most sessions there
 * is nothing: where this daemon alone writes, that is known without a look at the database. What is
 * known may name too many sessions, never too few.
 */
public final class Asides implements CommitListener {
  /** With more sessions than this, each is looked up. */
  private static final int SESSIONS = 10_000;

  private final Engine engine;
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private volatile boolean loaded;
  private final AtomicLong changes = new AtomicLong();

  private Asides(Engine engine) {
    this.engine = engine;
  }

  public static Asides of(Engine engine) {
    Asides made = new Asides(engine);
    engine.onCommit(made);
    return made;
  }

  /** What waits for the session, the oldest first. */
  public List<Aside> waiting(String sessionId) {
    long before = changes.get();
    boolean shared = engine.cluster().isShared();
    if (!shared && isKnown() && !sessions.contains(sessionId)) {
      return List.of();
    }
    List<Aside> found = engine.read(queries -> of(queries, sessionId));
    if (found.isEmpty() && before == changes.get()) {
      sessions.remove(sessionId);
    }
    return found;
  }

  private boolean isKnown() {
    if (!loaded) {
      List<String> some =
          engine.read(queries -> queries.groupsWith(Aside.KIND, Aside.TERM, SESSIONS + 1));
      sessions.addAll(some);
      loaded = some.size() <= SESSIONS;
    }
    return loaded && sessions.size() <= SESSIONS;
  }

  @Override
  public void rows(List<JournalRow> rows) {
    // Only records matter.
  }

  @Override
  public void changing(Collection<RecordChange<?>> records) {
    for (RecordChange<?> record : records) {
      if (record.record() instanceof Aside aside && !record.gone()) {
        sessions.add(aside.sessionId());
        changes.incrementAndGet();
      }
    }
  }

  @Override
  public void unknown() {
    loaded = false;
    changes.incrementAndGet();
  }

  static List<Aside> of(Queries queries, String sessionId) {
    return queries.keptBelow(Aside.KIND, sessionId, Long.MAX_VALUE, Aside.MOST * 2).reversed();
  }

  /** As one text. */
  public static String told(List<Aside> asides) {
    return asides.stream().map(Aside::told).collect(Collectors.joining("\n"));
  }

  /** They are told by this very commit. */
  public static void done(Change change, List<Aside> asides) {
    for (Aside aside : asides) {
      if (change.kept(Aside.KIND, aside.key()) != null) {
        change.discard(Aside.KIND, aside);
      }
    }
  }

  /** One more waits; of too many the oldest go, and the next one says how many. */
  public static void add(Change change, String sessionId, String text) {
    List<Aside> before = of(change.queries(), sessionId);
    int gone = Math.max(0, before.size() + 1 - Aside.MOST);
    before.subList(0, gone).forEach(old -> change.discard(Aside.KIND, old));
    if (gone > 0) {
      int dropped = gone + before.subList(0, gone).stream().mapToInt(Aside::dropped).sum();
      change.keep(Aside.KIND, before.get(gone).dropping(dropped));
    }
    String id = change.newId(Aside.PREFIX);
    change.keep(
        Aside.KIND, new Aside(Ulid.keyOf(Aside.PREFIX, id).orElseThrow(), sessionId, text, 0));
  }
}
