package dev.holdpoint.store.sql;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.DecidedQueries;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.SecretQueries;
import dev.holdpoint.engine.port.store.SessionLoad;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The port's questions, each put to the table it concerns. */
public final class SqlQueries extends SqlOutgoing implements Queries {
  public SqlQueries(Tables tables) {
    super(tables);
  }

  @Override
  public @Nullable Session session(String id) {
    return tables.sessions.byId(id);
  }

  @Override
  public @Nullable Session session(long key) {
    return tables.sessions.byKey(key);
  }

  @Override
  public List<Session> sessions(Collection<String> ids) {
    return tables.sessions.byIds(ids);
  }

  @Override
  public List<Session> sessions(@Nullable String personaId, long belowKey, int limit) {
    return tables.sessions.below(personaId, belowKey, limit);
  }

  @Override
  public List<Session> sessionsOfTenant(String tenantId, long belowKey, int limit) {
    return tables.sessions.ofTenant(tenantId, belowKey, limit);
  }

  @Override
  public long countSessionsOfTenant(String tenantId) {
    return tables.sessions.countOfTenant(tenantId);
  }

  @Override
  public long countSessions(@Nullable String personaId) {
    return tables.sessions.count(personaId);
  }

  @Override
  public List<String> children(long sessionKey, int limit) {
    return tables.sessions.childrenOf(sessionKey, limit);
  }

  @Override
  public List<Mail> mails(MailFilter filter, long belowKey, int limit) {
    return tables.mails.below(filter, belowKey, limit);
  }

  @Override
  public long countMails(MailFilter filter) {
    return tables.mails.count(filter);
  }

  @Override
  public @Nullable Run run(long key) {
    return tables.runs.byKey(key);
  }

  @Override
  public List<Run> runs(Collection<Long> keys) {
    return tables.runs.byKeys(keys);
  }

  @Override
  public SessionLoad load(long sessionKey) {
    return tables.runs.load(sessionKey);
  }

  @Override
  public Map<Long, SessionLoad> loads(Collection<Long> sessionKeys) {
    return tables.runs.loads(sessionKeys);
  }

  @Override
  public List<Long> queuedRuns(long sessionKey, long aboveKey, int limit) {
    return tables.runs.queued(sessionKey, aboveKey, limit);
  }

  @Override
  public List<Long> deferredRuns(long sessionKey) {
    return tables.runs.deferred(sessionKey);
  }

  @Override
  public int queuedPosition(long sessionKey, long key) {
    return tables.runs.queuedPosition(sessionKey, key);
  }

  @Override
  public @Nullable Run lastStartedRun(long sessionKey, long belowKey) {
    return tables.runs.lastStarted(sessionKey, belowKey);
  }

  @Override
  public long lastStartedKey(long sessionKey, long belowKey) {
    return tables.runs.lastStartedKey(sessionKey, belowKey);
  }

  @Override
  public List<Run> newestStarted(Collection<Long> sessionKeys) {
    return tables.runs.newestStarted(sessionKeys);
  }

  @Override
  public List<Run> firstRuns(Collection<Long> sessionKeys) {
    return tables.runs.first(sessionKeys);
  }

  @Override
  public RunPage runPage(RunFilter filter) {
    return tables.runPages.page(filter);
  }

  @Override
  public long countRuns(RunFilter filter) {
    return tables.runPages.total(filter);
  }

  @Override
  public List<Long> runnableRuns(int limit) {
    return tables.runs.runnable(limit);
  }

  @Override
  public List<Long> queuedAmong(Collection<Long> keys) {
    return tables.runs.queuedAmong(keys);
  }

  @Override
  public List<Long> runsOwnedBy(long epoch, long aboveKey, int limit) {
    return tables.runs.ownedBy(epoch, aboveKey, limit);
  }

  @Override
  public @Nullable Long silentMs(long epoch) {
    return tables.nodes.silentMs(epoch);
  }

  @Override
  public boolean takesRuns(long epoch) {
    return tables.nodes.takesRuns(epoch);
  }

  @Override
  public List<Long> sessionsWithSeveralWaiting() {
    return tables.runs.sessionsWithSeveralWaiting();
  }

  @Override
  public Map<RunStatus, Long> countRunsByStatus() {
    return tables.runPages.countByStatus();
  }

  @Override
  public @Nullable GateRow gate(long key) {
    return tables.gates.byKey(key);
  }

  @Override
  public List<GateRow> gates(GateFilter filter, long beyond, int limit) {
    return tables.gates.list(filter, beyond, limit);
  }

  @Override
  public long countGates(GateFilter filter) {
    return tables.gates.count(filter);
  }

  @Override
  public List<GateRow> approvalsOf(TenantGates wanted) {
    return tables.gates.of(wanted);
  }

  @Override
  public List<GateRow> dueGates(long nowMs, int limit) {
    return tables.gates.due(nowMs, limit);
  }

  @Override
  public long countDueGates(long nowMs) {
    return tables.gates.countDue(nowMs);
  }

  @Override
  public @Nullable Long nextDeadline() {
    return tables.gates.nextDeadline();
  }

  @Override
  public List<JournalRow> journalAfter(long cursor, int limit) {
    return tables.journal.after(cursor, limit);
  }

  @Override
  public List<JournalRow> journalRows(Collection<Long> keys) {
    return tables.journal.byKeys(keys);
  }

  @Override
  public Map<Long, List<Step>> steps(Collection<Long> keys) {
    return tables.journal.steps(keys);
  }

  @Override
  public long lastEventId() {
    return tables.meta.lastEventId();
  }

  @Override
  public long lastKey() {
    return tables.meta.lastKey();
  }

  @Override
  public @Nullable IdempotencyRecord remembered(String scope) {
    return tables.remembered.byScope(scope);
  }

  @Override
  public List<IdempotencyRecord> remembered(Collection<String> scopes) {
    return tables.remembered.byScopes(scopes);
  }

  @Override
  public SecretQueries safe() {
    return tables.secrets;
  }

  @Override
  public DecidedQueries decided() {
    return tables.decided;
  }

  @Override
  public List<Token> tokens() {
    return tables.tokens.all();
  }

  @Override
  public <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, long key) {
    return tables.records.byKey(shelf, key);
  }

  @Override
  public <T extends StoredRecord> @Nullable T named(RecordKind<T> shelf, String name) {
    return tables.records.byName(shelf, name);
  }

  @Override
  public <T extends StoredRecord> List<T> keptAmong(RecordKind<T> shelf, Collection<Long> keys) {
    return tables.records.among(shelf, keys);
  }

  @Override
  public <T extends StoredRecord> List<T> keptBelow(
      RecordKind<T> shelf, @Nullable String group, long belowKey, int limit) {
    return tables.records.below(shelf, group, belowKey, limit);
  }

  @Override
  public long countKept(RecordKind<?> shelf, @Nullable String group) {
    return tables.records.count(shelf, group);
  }

  @Override
  public <T extends StoredRecord> List<T> keptOf(
      RecordKind<T> shelf, String tenant, @Nullable String group, long belowKey, int limit) {
    return tables.records.ofTenant(shelf, tenant, group, belowKey, limit);
  }

  @Override
  public long countKeptOf(RecordKind<?> shelf, String tenant, @Nullable String group) {
    return tables.records.countOfTenant(shelf, tenant, group);
  }

  @Override
  public <T extends StoredRecord> List<T> due(RecordKind<T> shelf, long nowMs, int limit) {
    return tables.records.due(shelf, nowMs, limit);
  }

  @Override
  public @Nullable Long nextDue() {
    return tables.records.nextDue();
  }

  @Override
  public MemoryWindow memoriesOf(long sessionKey, int runs) {
    return tables.memories.ofSession(sessionKey, runs);
  }

  @Override
  public List<MemoryRow> memoriesBelow(long belowKey, int limit) {
    return tables.memories.below(belowKey, limit);
  }

  @Override
  public List<MemoryRow> memoriesBetween(long aboveKey, long belowKey, int limit) {
    return tables.memories.between(aboveKey, belowKey, limit);
  }

  @Override
  public List<TermHits> withTerms(
      RecordKind<?> shelf, Collection<String> groups, Collection<String> terms, int limit) {
    return tables.records.withTerms(shelf, groups, terms, limit);
  }

  @Override
  public List<String> groupsWith(RecordKind<?> shelf, String term, int limit) {
    return tables.records.groupsWith(shelf, term, limit);
  }

  @Override
  public List<ForeignRow> foreign(long afterId, long upTo, int limit) {
    return tables.journal.foreign(afterId, upTo, limit);
  }

  @Override
  public List<JournalMark> journalMarks(long afterId, int limit) {
    return tables.journal.marks(afterId, limit);
  }

  @Override
  public long eventsFloor() {
    return tables.meta.eventsFloor();
  }

  @Override
  public long accessChanges() {
    return tables.meta.accessChanges();
  }

  @Override
  public long settings() {
    return tables.nodes.head().settings();
  }

  @Override
  public EventGaps leaps() {
    return tables.meta.leaps();
  }

  @Override
  public @Nullable Loss loss() {
    return tables.meta.loss();
  }

  @Override
  public List<Run> settledRuns(long aboveKey, long belowKey, int limit) {
    return tables.runs.settled(aboveKey, belowKey, limit);
  }
}
