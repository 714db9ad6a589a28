package dev.holdpoint.engine.cache;

import static java.util.stream.Collectors.toSet;

import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.SessionLoad;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the writer knows: the rows it has read or written lately. It forgets what another node has
 * changed, and everything when a transaction fails.
 */
public final class WriterCache {
  private static final int RUNS = 2_000;
  private static final int SESSIONS = 4_000;
  private static final int SESSIONS_AT_ONCE = 100;

  private final RunsInHand runs = new RunsInHand();
  private final Map<String, Session> sessions = ByUse.map();
  private final Map<Long, SessionLoad> loads = ByUse.map();
  private final Map<String, IdempotencyRecord> uncommitted = new HashMap<>();
  private final Map<Long, List<Long>> submitted = new HashMap<>();
  private final Set<String> gone = new HashSet<>();
  private final UncommittedRecords drawer = new UncommittedRecords();
  private final Prefetch foreseen = new Prefetch();
  private final Map<Long, Delivery> deliveries = new LinkedHashMap<>();
  private final Set<Long> goneDeliveries = new HashSet<>();
  private final RecordsInHand inHand = new RecordsInHand();
  public final SecretChanges secrets = new SecretChanges(owner -> queries().safe().of(owner));
  private @Nullable Queries queries;
  private long epoch;
  private @Nullable String node;
  private volatile BooleanSupplier takes = () -> true;

  /** Of this daemon; 0 where there are no others. */
  public long epoch() {
    return epoch;
  }

  /** The name of this daemon; null where there are no others. */
  public @Nullable String node() {
    return node;
  }

  public void at(Cluster cluster) {
    epoch = cluster.epoch();
    node = cluster.name();
  }

  /** The node that goes on with what is resumed here; 0 when the others shall. */
  public long heir() {
    return takes.getAsBoolean() ? epoch : 0;
  }

  public void takes(BooleanSupplier now) {
    takes = now;
  }

  public void open(Queries transaction) {
    queries = transaction;
    uncommitted.clear();
    drawer.clear();
    foreseen.clear();
    deliveries.clear();
    goneDeliveries.clear();
    gone.clear();
    secrets.clear();
    ByUse.trim(sessions, SESSIONS);
    ByUse.trim(loads, SESSIONS);
    inHand.trim(SESSIONS);
    submitted.clear();
  }

  public Queries queries() {
    if (queries == null) {
      throw new IllegalStateException("no transaction is open");
    }
    return queries;
  }

  /** The transaction is over. */
  public void rest() {
    runs.rest(RUNS);
  }

  public void forget() {
    runs.clear();
    sessions.clear();
    loads.clear();
    inHand.clear();
  }

  /** Others have written, nobody knows what: all that changes with the work is read again. */
  public void forgetRuns() {
    runs.clear();
    loads.clear();
  }

  /** Others have changed these runs, and so how busy their sessions are. */
  public void forgetRuns(List<ForeignRow> changed) {
    for (ForeignRow row : changed) {
      runs.remove(row.runKey());
      loads.remove(row.sessionKey());
    }
  }

  public void forget(Session session) {
    sessions.remove(session.id());
    loads.remove(session.key());
    gone.add(session.id());
  }

  public void forget(Run run) {
    runs.remove(run.key());
  }

  /** Loads what a batch is about with a few questions instead of a few for each work. */
  public void prefetch(Collection<WorkSubject> subjects) {
    Set<Long> sessionKeys = new HashSet<>(sessionsOfRuns(subjects));
    Set<Long> given = sessionsNamed(subjects);
    for (WorkSubject subject : subjects) {
      Run run = runs.get(subject.runKey());
      if (run != null && run.isInQueue()) {
        given.add(run.head().sessionKey());
      }
    }
    sessionKeys.addAll(given);
    sessionKeys.removeAll(loads.keySet());
    if (!sessionKeys.isEmpty()) {
      Map<Long, SessionLoad> found = queries().loads(sessionKeys);
      for (long key : sessionKeys) {
        loads.put(key, found.getOrDefault(key, SessionLoad.NONE));
      }
    }
    // Where the slot is free, what is submitted starts at once.
    given.removeIf(key -> !load(key).isSlotFree());
    for (Run run : foreseen.newestStarted(queries(), given)) {
      if (runs.get(run.key()) == null) {
        runs.put(run);
      }
    }
    foreseen.remembered(
        queries(),
        subjects.stream().flatMap(subject -> subject.scopes().stream()).distinct().toList());
  }

  private Set<Long> sessionsOfRuns(Collection<WorkSubject> subjects) {
    Set<Long> missing =
        subjects.stream().map(WorkSubject::runKey).filter(key -> key != 0).collect(toSet());
    missing.removeIf(key -> runs.get(key) != null);
    Set<Long> sessionKeys = new HashSet<>();
    if (!missing.isEmpty()) {
      for (Run run : queries().runs(missing)) {
        runs.put(run);
        sessionKeys.add(run.head().sessionKey());
      }
    }
    return sessionKeys;
  }

  private Set<Long> sessionsNamed(Collection<WorkSubject> subjects) {
    Set<String> named =
        subjects.stream().map(WorkSubject::sessionId).filter(Objects::nonNull).collect(toSet());
    Set<String> missing = new HashSet<>(named);
    missing.removeAll(sessions.keySet());
    if (!missing.isEmpty()) {
      queries().sessions(missing).forEach(session -> sessions.put(session.id(), session));
    }
    Set<Long> keys = new HashSet<>();
    for (String id : named) {
      Session session = sessions.get(id);
      if (session != null) {
        keys.add(session.key());
      }
    }
    return keys;
  }

  public @Nullable Run run(long key) {
    Run run = runs.get(key);
    if (run == null) {
      run = queries().run(key);
      if (run != null) {
        runs.put(run);
      }
    }
    return run;
  }

  public @Nullable Session session(String id) {
    Session session = sessions.get(id);
    // The database still has what an earlier work of the same transaction has taken away.
    if (session == null && !gone.contains(id)) {
      session = queries().session(id);
      if (session != null) {
        sessions.put(id, session);
      }
    }
    return session;
  }

  /** Also one that an earlier work of the same transaction has made. */
  public @Nullable Session session(long key) {
    return sessions.values().stream()
        .filter(session -> session.key() == key)
        .findFirst()
        .orElseGet(
            () -> {
              Session stored = queries().session(key);
              return stored == null || gone.contains(stored.id()) ? null : stored;
            });
  }

  /** Any session of the tenant; also one that an earlier work of the same transaction has made. */
  public @Nullable Session sessionOf(String tenantId) {
    // What was made in this transaction is among those in hand: they are let go of only between
    // two.
    return Stream.concat(
            sessions.values().stream(),
            queries().sessionsOfTenant(tenantId, Long.MAX_VALUE, SESSIONS_AT_ONCE).stream())
        .filter(session -> session.tenantId().equals(tenantId) && !gone.contains(session.id()))
        .findFirst()
        .orElse(null);
  }

  public SessionLoad load(long sessionKey) {
    SessionLoad found = loads.get(sessionKey);
    if (found == null) {
      found = queries().load(sessionKey);
      loads.put(sessionKey, found);
    }
    return found;
  }

  /** Runs that an earlier work of the same transaction has submitted or let into the queue. */
  public List<Long> submitted(long sessionKey) {
    return submitted.getOrDefault(sessionKey, List.of());
  }

  /**
   * Also what an earlier work of the same transaction remembered, which the database cannot know
   * yet.
   */
  public @Nullable IdempotencyRecord remembered(String scope) {
    IdempotencyRecord fresh = uncommitted.get(scope);
    return fresh != null ? fresh : foreseen.remembered(queries(), scope);
  }

  /** As {@link Queries#lastStartedRun}. */
  public @Nullable Run lastStartedRun(long sessionKey, long belowKey) {
    return foreseen.lastStarted(sessionKey, belowKey, () -> readLastStarted(sessionKey, belowKey));
  }

  private @Nullable Run readLastStarted(long sessionKey, long belowKey) {
    long below = belowKey;
    while (true) {
      long key = queries().lastStartedKey(sessionKey, below);
      Run run = key == 0 ? null : run(key);
      if (run == null || run.isOfConversation()) {
        return run;
      }
      below = key;
    }
  }

  public void put(IdempotencyRecord record) {
    uncommitted.put(record.scope(), record);
  }

  public <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, long key) {
    return drawer.has(shelf, key) ? drawer.kept(shelf, key) : queries().kept(shelf, key);
  }

  /** What earlier works of the same transaction have kept on the shelf. */
  public <T extends StoredRecord> Stream<T> fresh(RecordKind<T> shelf) {
    return drawer.fresh(shelf);
  }

  /** The record as it was before this change, which is not put here yet. */
  public <T extends StoredRecord> @Nullable T before(RecordChange<T> next) {
    RecordKind<T> shelf = next.shelf();
    long key = next.record().key();
    T known = drawer.has(shelf, key) ? null : inHand.kept(shelf, next.record().group(), key);
    return known == null ? kept(shelf, key) : known;
  }

  public <T extends StoredRecord> @Nullable T named(RecordKind<T> shelf, String name) {
    T fresh = drawer.named(shelf, name);
    if (fresh != null) {
      return fresh;
    }
    T stored = queries().named(shelf, name);
    return stored == null || drawer.has(shelf, stored.key()) ? null : stored;
  }

  public void put(RecordChange<?> record) {
    inHand.put(record);
    drawer.put(record);
  }

  /** Those of a group, or all: what every call or gate is held against is kept in hand. */
  public <T extends StoredRecord> List<T> inHand(RecordKind<T> shelf, @Nullable String group) {
    return inHand.of(shelf, group, queries(), drawer);
  }

  /** Also what an earlier work of the same transaction has sent, changed or taken away. */
  public @Nullable Delivery delivery(long key) {
    Delivery fresh = deliveries.get(key);
    return fresh != null ? fresh : goneDeliveries.contains(key) ? null : queries().delivery(key);
  }

  public Map<Long, Delivery> touchedDeliveries() {
    return deliveries;
  }

  boolean isGone(long deliveryKey) {
    return goneDeliveries.contains(deliveryKey);
  }

  public void put(Delivery delivery) {
    deliveries.put(delivery.key(), delivery);
  }

  public void forget(Delivery delivery) {
    deliveries.remove(delivery.key());
    goneDeliveries.add(delivery.key());
  }

  public void put(Session session) {
    gone.remove(session.id());
    sessions.put(session.id(), session);
  }

  public void put(Run run, boolean isNew) {
    long sessionKey = run.head().sessionKey();
    SessionLoad load = isNew ? loads.get(sessionKey) : load(sessionKey);
    if (load != null) {
      loads.put(sessionKey, load.with(isNew ? null : run(run.key()), run));
    }
    // One that was deferred comes into the queue later than it was made.
    if (isNew || run.isInQueue()) {
      submitted.computeIfAbsent(sessionKey, _ -> new ArrayList<>()).add(run.key());
    }
    runs.put(run);
  }
}
