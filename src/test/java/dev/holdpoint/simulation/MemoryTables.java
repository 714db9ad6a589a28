package dev.holdpoint.simulation;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.engine.port.store.DecidedQueries;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Removed;
import dev.holdpoint.engine.port.store.SecretQueries;
import dev.holdpoint.engine.port.store.SessionLoad;
import dev.holdpoint.engine.port.store.TermHits;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of {@link MemoryStore} and what can be asked of them. */
final class MemoryTables extends MemoryOutgoing implements Queries {
  final MemoryRecords records = new MemoryRecords();
  final MemorySafe safe = new MemorySafe();
  private long floor;
  final NavigableMap<Long, RunMemory> memories = new TreeMap<>();
  final NavigableMap<Long, Session> sessions = new TreeMap<>();
  final Map<String, Session> byId = new HashMap<>();
  final NavigableMap<Long, RunRow> runs = new TreeMap<>();
  final NavigableMap<Long, Mail> mails = new TreeMap<>();
  final NavigableMap<Long, GateRow> gates = new TreeMap<>();
  final NavigableMap<Long, JournalRow> journal = new TreeMap<>();
  final Map<String, IdempotencyRecord> remembered = new HashMap<>();
  final List<Token> tokens = new ArrayList<>();

  @Override
  public @Nullable Session session(String id) {
    return byId.get(id);
  }

  @Override
  public @Nullable Session session(long key) {
    return sessions.get(key);
  }

  @Override
  public List<Session> sessions(Collection<String> ids) {
    return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
  }

  @Override
  public List<Session> sessions(@Nullable String personaId, long belowKey, int limit) {
    return sessions.headMap(belowKey, false).descendingMap().values().stream()
        .filter(session -> isOf(session, personaId))
        .limit(limit)
        .toList();
  }

  @Override
  public List<Session> sessionsOfTenant(String tenantId, long belowKey, int limit) {
    return sessions.values().stream()
        .filter(session -> session.tenantId().equals(tenantId) && session.key() < belowKey)
        .sorted(Comparator.comparingLong(Session::key).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public long countSessionsOfTenant(String tenantId) {
    return sessions.values().stream()
        .filter(session -> session.tenantId().equals(tenantId))
        .count();
  }

  @Override
  public long countSessions(@Nullable String personaId) {
    return sessions.values().stream().filter(session -> isOf(session, personaId)).count();
  }

  private static boolean isOf(Session session, @Nullable String personaId) {
    return personaId == null
        || (session.persona() != null && session.persona().id().equals(personaId));
  }

  @Override
  public List<String> children(long sessionKey, int limit) {
    return sessions.values().stream()
        .filter(session -> session.parent() != null && session.parent().key() == sessionKey)
        .map(Session::id)
        .limit(limit)
        .toList();
  }

  private Stream<Mail> mails(MailFilter filter) {
    return mails.descendingMap().values().stream()
        .filter(mail -> mail.sessionKey() == filter.sessionKey())
        .filter(mail -> !filter.deadOnly() || mail.status() == Mail.Status.DEAD_LETTERED);
  }

  @Override
  public List<Mail> mails(MailFilter filter, long belowKey, int limit) {
    return mails(filter).filter(mail -> mail.key() < belowKey).limit(limit).toList();
  }

  @Override
  public long countMails(MailFilter filter) {
    return mails(filter).count();
  }

  @Override
  public @Nullable Run run(long key) {
    RunRow row = runs.get(key);
    return row == null ? null : row.run();
  }

  @Override
  public List<Run> runs(Collection<Long> keys) {
    return keys.stream().map(this::run).filter(Objects::nonNull).toList();
  }

  private Stream<Run> ofSession(long sessionKey) {
    return runs.values().stream()
        .map(RunRow::run)
        .filter(run -> run.head().sessionKey() == sessionKey);
  }

  @Override
  public SessionLoad load(long sessionKey) {
    List<LiveRun> awake =
        ofSession(sessionKey)
            .filter(run -> run.status() != RunStatus.QUEUED && !run.status().isSettled())
            .map(LiveRun::of)
            .toList();
    return new SessionLoad(
        awake, (int) ofSession(sessionKey).filter(MemoryTables::isQueued).count());
  }

  @Override
  public Map<Long, SessionLoad> loads(Collection<Long> sessionKeys) {
    return sessionKeys.stream().distinct().collect(Collectors.toMap(key -> key, this::load));
  }

  private static boolean isQueued(Run run) {
    return run.isInQueue();
  }

  @Override
  public List<Long> queuedRuns(long sessionKey, long aboveKey, int limit) {
    return ofSession(sessionKey)
        .filter(MemoryTables::isQueued)
        .map(Run::key)
        .filter(key -> key > aboveKey)
        .limit(limit)
        .toList();
  }

  @Override
  public List<Long> deferredRuns(long sessionKey) {
    return ofSession(sessionKey).filter(Run::isDeferred).map(Run::key).toList();
  }

  @Override
  public int queuedPosition(long sessionKey, long key) {
    Run run = run(key);
    return run == null || !isQueued(run)
        ? 0
        : (int)
            ofSession(sessionKey)
                .filter(MemoryTables::isQueued)
                .filter(other -> other.key() <= key)
                .count();
  }

  @Override
  public @Nullable Run lastStartedRun(long sessionKey, long belowKey) {
    return ofSession(sessionKey)
        .filter(run -> run.key() < belowKey && !isQueued(run) && run.isOfConversation())
        .reduce((_, later) -> later)
        .orElse(null);
  }

  @Override
  public long lastStartedKey(long sessionKey, long belowKey) {
    return ofSession(sessionKey)
        .filter(run -> run.key() < belowKey && !isQueued(run) && !run.isDeferred())
        .mapToLong(Run::key)
        .max()
        .orElse(0);
  }

  @Override
  public List<Run> newestStarted(Collection<Long> sessionKeys) {
    return sessionKeys.stream()
        .map(key -> ofSession(key).filter(run -> !isQueued(run) && !run.isDeferred()))
        .flatMap(started -> started.reduce((_, later) -> later).stream())
        .toList();
  }

  @Override
  public List<Run> firstRuns(Collection<Long> sessionKeys) {
    return sessionKeys.stream().flatMap(key -> ofSession(key).limit(1)).toList();
  }

  private Stream<Run> listed(RunFilter filter) {
    return runs.descendingMap().values().stream()
        .map(RunRow::run)
        .filter(
            run -> filter.sessionKey() == null || run.head().sessionKey() == filter.sessionKey())
        .filter(run -> filter.status() == null || run.status() == filter.status());
  }

  @Override
  public RunPage runPage(RunFilter filter) {
    RunCursor after = filter.after();
    List<Run> rest =
        listed(filter).filter(run -> after == null || run.key() < after.key()).toList();
    return new RunPage(rest.stream().limit(filter.limit()).toList(), rest.size() > filter.limit());
  }

  @Override
  public long countRuns(RunFilter filter) {
    return listed(filter).count();
  }

  @Override
  public List<Long> runnableRuns(int limit) {
    return runs.values().stream()
        .filter(RunRow::runnable)
        .map(row -> row.run().key())
        .limit(limit)
        .toList();
  }

  @Override
  public List<Long> queuedAmong(Collection<Long> keys) {
    return keys.stream()
        .filter(key -> runs.containsKey(key) && runs.get(key).run().isInQueue())
        .toList();
  }

  @Override
  public List<Long> runsOwnedBy(long epoch, long aboveKey, int limit) {
    return runnableRuns(Integer.MAX_VALUE).stream()
        .filter(key -> key > aboveKey)
        .limit(limit)
        .toList();
  }

  @Override
  public @Nullable Long silentMs(long epoch) {
    return null;
  }

  @Override
  public boolean takesRuns(long epoch) {
    return false;
  }

  @Override
  public List<Long> sessionsWithSeveralWaiting() {
    return runs.values().stream()
        .map(RunRow::run)
        .filter(run -> run.status().isWaiting() && run.holdsSlot())
        .collect(Collectors.groupingBy(run -> run.head().sessionKey(), Collectors.counting()))
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Override
  public Map<RunStatus, Long> countRunsByStatus() {
    return runs.values().stream()
        .collect(Collectors.groupingBy(row -> row.run().status(), Collectors.counting()));
  }

  @Override
  public @Nullable GateRow gate(long key) {
    return gates.get(key);
  }

  private Stream<GateRow> gates(GateFilter filter) {
    return gates.values().stream()
        .filter(gate -> gate.kind() == filter.kind())
        .filter(gate -> filter.status() == null || gate.status() == filter.status())
        .filter(gate -> filter.sessionKey() == null || gate.sessionKey() == filter.sessionKey())
        .filter(gate -> gate.key() > filter.above() && gate.key() < filter.below());
  }

  @Override
  public List<GateRow> gates(GateFilter filter, long beyond, int limit) {
    return gates(filter)
        .filter(gate -> filter.oldestFirst() ? gate.key() > beyond : gate.key() < beyond)
        .sorted(filter.order())
        .limit(limit)
        .toList();
  }

  @Override
  public long countGates(GateFilter filter) {
    return gates(filter).count();
  }

  private Stream<GateRow> withDeadline() {
    return gates.values().stream()
        .filter(gate -> gate.status() == GateState.Status.PENDING && gate.expiresAtMs() != null)
        .sorted(
            Comparator.comparingLong(
                gate -> Objects.requireNonNullElse(gate.expiresAtMs(), Long.MAX_VALUE)));
  }

  @Override
  public List<GateRow> approvalsOf(TenantGates wanted) {
    return wanted.merged(
        gates.values().stream()
            .filter(gate -> gate.kind() == GateKind.APPROVAL)
            .filter(gate -> gate.tenantId() != null && wanted.tenantIds().contains(gate.tenantId()))
            .filter(gate -> wanted.statuses().contains(gate.status()))
            .filter(gate -> wanted.sessionKey() == null || wanted.sessionKey() == gate.sessionKey())
            .filter(gate -> gate.key() > wanted.above() && gate.key() < wanted.below())
            .toList());
  }

  @Override
  public List<GateRow> dueGates(long nowMs, int limit) {
    return withDeadline()
        .filter(gate -> Objects.requireNonNullElse(gate.expiresAtMs(), Long.MAX_VALUE) <= nowMs)
        .limit(limit)
        .toList();
  }

  @Override
  public long countDueGates(long nowMs) {
    return dueGates(nowMs, Integer.MAX_VALUE).size();
  }

  @Override
  public @Nullable Long nextDeadline() {
    return withDeadline().findFirst().map(GateRow::expiresAtMs).orElse(null);
  }

  @Override
  public List<JournalRow> journalAfter(long cursor, int limit) {
    return journal.tailMap(cursor, false).values().stream().limit(limit).toList();
  }

  @Override
  public List<JournalRow> journalRows(Collection<Long> keys) {
    return keys.stream().sorted().distinct().map(journal::get).filter(Objects::nonNull).toList();
  }

  @Override
  public Map<Long, List<Step>> steps(Collection<Long> keys) {
    return journalRows(keys).stream()
        .collect(Collectors.toMap(JournalRow::lastId, JournalRow::steps));
  }

  @Override
  public long lastEventId() {
    return journal.isEmpty() ? 0 : journal.lastKey();
  }

  @Override
  public long lastKey() {
    return LongStream.of(
            sessions.isEmpty() ? 0 : sessions.lastKey(),
            runs.isEmpty() ? 0 : runs.lastKey(),
            gates.isEmpty() ? 0 : gates.lastKey(),
            mails.isEmpty() ? 0 : mails.lastKey(),
            deliveries.isEmpty() ? 0 : deliveries.lastKey(),
            records.lastKey(),
            safe.lastKey(),
            remembered.values().stream().mapToLong(IdempotencyRecord::key).max().orElse(0))
        .max()
        .orElse(0);
  }

  @Override
  public @Nullable IdempotencyRecord remembered(String scope) {
    return remembered.get(scope);
  }

  @Override
  public List<IdempotencyRecord> remembered(Collection<String> scopes) {
    return scopes.stream().map(remembered::get).filter(Objects::nonNull).toList();
  }

  @Override
  public SecretQueries safe() {
    return safe;
  }

  /** The simulation counts nothing, so that nothing waits to be counted. */
  @Override
  public DecidedQueries decided() {
    return new DecidedQueries() {
      @Override
      public long tallied() {
        return Long.MAX_VALUE;
      }

      @Override
      public <T> List<Scanned<T>> scan(long afterId, int limit, Function<JournalRow, T> facts) {
        return List.of();
      }

      @Override
      public List<Decided> below(long fromMs, Place below, int limit) {
        return List.of();
      }

      @Override
      public boolean anyBefore(long ms) {
        return false;
      }
    };
  }

  @Override
  public List<Token> tokens() {
    return List.copyOf(tokens);
  }

  @Override
  public <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, long key) {
    return records.kept(shelf, key);
  }

  @Override
  public <T extends StoredRecord> @Nullable T named(RecordKind<T> shelf, String name) {
    return records.named(shelf, name);
  }

  @Override
  public <T extends StoredRecord> List<T> keptAmong(RecordKind<T> shelf, Collection<Long> keys) {
    return records.keptAmong(shelf, keys);
  }

  @Override
  public <T extends StoredRecord> List<T> keptBelow(
      RecordKind<T> shelf, @Nullable String group, long belowKey, int limit) {
    return records.keptBelow(shelf, group, belowKey, limit);
  }

  @Override
  public long countKept(RecordKind<?> shelf, @Nullable String group) {
    return records.countKept(shelf, group);
  }

  @Override
  public <T extends StoredRecord> List<T> keptOf(
      RecordKind<T> shelf, String tenant, @Nullable String group, long belowKey, int limit) {
    return records.keptOf(shelf, tenant, group, belowKey, limit);
  }

  @Override
  public long countKeptOf(RecordKind<?> shelf, String tenant, @Nullable String group) {
    return records.countKeptOf(shelf, tenant, group);
  }

  @Override
  public <T extends StoredRecord> List<T> due(RecordKind<T> shelf, long nowMs, int limit) {
    return records.due(shelf, nowMs, limit);
  }

  @Override
  public @Nullable Long nextDue() {
    return records.nextDue();
  }

  @Override
  public MemoryWindow memoriesOf(long sessionKey, int limit) {
    List<Long> newest =
        runs.descendingMap().values().stream()
            .map(RunRow::run)
            .filter(run -> run.head().sessionKey() == sessionKey)
            .map(Run::key)
            .limit(limit + 1L)
            .toList();
    return new MemoryWindow(
        newest.stream()
            .limit(limit)
            .filter(memories::containsKey)
            .map(key -> new MemoryRow(key, memories.get(key)))
            .toList(),
        newest.size() > limit);
  }

  @Override
  public List<MemoryRow> memoriesBelow(long belowKey, int limit) {
    return rows(memories.headMap(belowKey, false).descendingMap(), limit);
  }

  @Override
  public List<MemoryRow> memoriesBetween(long aboveKey, long belowKey, int limit) {
    return aboveKey >= belowKey
        ? List.of()
        : rows(memories.subMap(aboveKey, false, belowKey, false), limit);
  }

  private static List<MemoryRow> rows(Map<Long, RunMemory> some, int limit) {
    return some.values().stream()
        .limit(limit)
        .map(memory -> new MemoryRow(memory.key(), memory))
        .toList();
  }

  @Override
  public List<TermHits> withTerms(
      RecordKind<?> shelf, Collection<String> groups, Collection<String> terms, int limit) {
    return records.withTerms(shelf, groups, terms, limit);
  }

  @Override
  public List<String> groupsWith(RecordKind<?> shelf, String term, int limit) {
    return records.groupsWith(shelf, term, limit);
  }

  void remove(Removed removed) {
    for (Session session : removed.sessions()) {
      sessions.remove(session.key());
      byId.remove(session.id(), session);
      mails.values().removeIf(mail -> mail.sessionKey() == session.key());
    }
    for (Run run : removed.runs()) {
      runs.remove(run.key());
      memories.remove(run.key());
      removeSettled(run);
      gates.values().removeIf(gate -> gate.runKey() == run.key());
    }
    removed.journal().forEach(journal::remove);
    floor = Math.max(floor, removed.eventsFloor());
  }

  @Override
  public long eventsFloor() {
    return floor;
  }

  /** Nobody else writes. */
  @Override
  public long accessChanges() {
    return 0;
  }

  /** Nobody else writes. */
  @Override
  public long settings() {
    return 0;
  }

  @Override
  public @Nullable Loss loss() {
    return null;
  }

  @Override
  public EventGaps leaps() {
    return EventGaps.NONE;
  }

  @Override
  public List<dev.holdpoint.engine.port.store.ForeignRow> foreign(
      long afterId, long upTo, int limit) {
    return List.of();
  }

  @Override
  public List<JournalMark> journalMarks(long afterId, int limit) {
    return journal.tailMap(afterId, false).values().stream()
        .limit(limit)
        .map(row -> new JournalMark(row.lastId(), row.atMs(), row.runKey()))
        .toList();
  }

  @Override
  public List<Run> settledRuns(long aboveKey, long belowKey, int limit) {
    return runs.subMap(aboveKey, false, belowKey, false).values().stream()
        .map(RunRow::run)
        .filter(run -> run.status().isSettled())
        .limit(limit)
        .toList();
  }
}
