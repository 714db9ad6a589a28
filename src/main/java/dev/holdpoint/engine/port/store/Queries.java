package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be asked of the store. Every list is bounded and walks an index. */
public interface Queries extends RecordQueries, RunMemoryQueries, DeliveryQueries, AuditQueries {
  @Nullable Session session(String id);

  @Nullable Session session(long key);

  /** Whatever of these exists, in no order. */
  List<Session> sessions(Collection<String> ids);

  /**
   * Newest first, below {@code belowKey}.
   *
   * @param personaId null for all
   */
  List<Session> sessions(@Nullable String personaId, long belowKey, int limit);

  /** Of a tenant other than the root, newest first, below {@code belowKey}. */
  List<Session> sessionsOfTenant(String tenantId, long belowKey, int limit);

  long countSessions(@Nullable String personaId);

  long countSessionsOfTenant(String tenantId);

  /** Ids of the sessions that this one has started, oldest first. */
  List<String> children(long sessionKey, int limit);

  /** What lies in a session's mailbox below {@code belowKey}, newest first. */
  List<Mail> mails(MailFilter filter, long belowKey, int limit);

  long countMails(MailFilter filter);

  @Nullable Run run(long key);

  /** Whatever of these exists, in no order. */
  List<Run> runs(Collection<Long> keys);

  SessionLoad load(long sessionKey);

  /** The loads of these sessions; one that is missing has nothing on its hands. */
  Map<Long, SessionLoad> loads(Collection<Long> sessionKeys);

  /** Keys of a session's queued runs above {@code aboveKey}, oldest first. */
  List<Long> queuedRuns(long sessionKey, long aboveKey, int limit);

  /** Keys of a session's runs whose time has not come yet. */
  List<Long> deferredRuns(long sessionKey);

  /** Where the run {@code key} stands in its session's queue, counted from 1; 0 if it does not. */
  int queuedPosition(long sessionKey, long key);

  /**
   * The newest run of a session's conversation below {@code belowKey}, that has been started at
   * least.
   */
  @Nullable Run lastStartedRun(long sessionKey, long belowKey);

  /** The key of the newest such run, of whatever kind; 0 when there is none. */
  long lastStartedKey(long sessionKey, long belowKey);

  /** Of each of these sessions the newest run that has been started at least, of whatever kind. */
  List<Run> newestStarted(Collection<Long> sessionKeys);

  /** Of each of these sessions the oldest run that there is. */
  List<Run> firstRuns(Collection<Long> sessionKeys);

  RunPage runPage(RunFilter filter);

  /** How many runs all pages of such a list have. */
  long countRuns(RunFilter filter);

  /** Keys of runs that the loop should work on, oldest first. */
  List<Long> runnableRuns(int limit);

  /** Those of these runs that wait in a queue, in no order. */
  List<Long> queuedAmong(Collection<Long> keys);

  /** Keys of the runs above {@code aboveKey} that the node with this epoch has, oldest first. */
  List<Long> runsOwnedBy(long epoch, long aboveKey, int limit);

  /**
   * For how long the node with this epoch has said nothing, by the database's clock; null when it
   * is gone. To be asked only where there are several.
   */
  @Nullable Long silentMs(long epoch);

  /** Whether the node with this epoch is there and takes work. */
  boolean takesRuns(long epoch);

  /** Sessions in which more than one run waits and holds the slot, which only one should. */
  List<Long> sessionsWithSeveralWaiting();

  Map<RunStatus, Long> countRunsByStatus();

  @Nullable GateRow gate(long key);

  /**
   * In the filter's order, what comes behind {@code beyond}: above it when the oldest come first,
   * otherwise below.
   */
  List<GateRow> gates(GateFilter filter, long beyond, int limit);

  long countGates(GateFilter filter);

  /** Approvals of tenants other than the root. */
  List<GateRow> approvalsOf(TenantGates wanted);

  /** Pending gates whose deadline is at or before {@code nowMs}, the earliest first. */
  List<GateRow> dueGates(long nowMs, int limit);

  /** How many pending gates have their deadline at or before {@code nowMs}. */
  long countDueGates(long nowMs);

  /** The earliest deadline of a pending gate, or null. Records have {@link #nextDue}. */
  @Nullable Long nextDeadline();

  /** Rows with an event after {@code cursor}, in order. */
  List<JournalRow> journalAfter(long cursor, int limit);

  /** A row of the journal, when it was written, and the run it is of; 0 for none. */
  record JournalMark(long lastId, long atMs, long runKey) {}

  /** Rows beyond {@code afterId}, in order, and nothing of what is in them. */
  List<JournalMark> journalMarks(long afterId, int limit);

  /** Rows beyond {@code afterId} and up to {@code upTo}, in order, as others see them. */
  List<ForeignRow> foreign(long afterId, long upTo, int limit);

  /** Up to which event some are missing because their time was over; 0 when none are. */
  long eventsFloor();

  /** The event ids that were passed over when the ledger was restored. */
  EventGaps leaps();

  /** Commits that a person has let go and that are not on record yet; null when there are none. */
  @Nullable Loss loss();

  /** Runs between these keys that have ended, oldest first. */
  List<Run> settledRuns(long aboveKey, long belowKey, int limit);

  /** Rows by their keys, in order of key. */
  List<JournalRow> journalRows(Collection<Long> keys);

  /** What these rows added to transcripts, by row, and nothing else of them. */
  Map<Long, List<Step>> steps(Collection<Long> keys);

  /** The greatest event id that was ever given out, 0 in a new store. */
  long lastEventId();

  /** The greatest key of any row, so that new ones lie above it even if the clock went back. */
  long lastKey();

  @Nullable IdempotencyRecord remembered(String scope);

  /** Whatever of these exists, in no order. */
  List<IdempotencyRecord> remembered(Collection<String> scopes);

  List<Token> tokens();

  /** The sealed values. */
  SecretQueries safe();

  /** How gates ended, as numbers. */
  DecidedQueries decided();

  /**
   * What a run list is asked for. {@code beyond} is the cursor: the last key seen, or a bound that
   * excludes nothing.
   */
  record RunFilter(
      @Nullable Long sessionKey,
      @Nullable RunStatus status,
      boolean activeFirst,
      @Nullable RunCursor after,
      int limit) {}

  /**
   * A place in a run list: whether the active part is over, and the last key seen in the part it is
   * in. Both parts have the newest first.
   */
  record RunCursor(boolean settled, long key) {}

  record RunPage(List<Run> runs, boolean more) {}

  record MailFilter(long sessionKey, boolean deadOnly) {}

  /**
   * @param status null for all
   * @param sessionKey null for all sessions
   * @param above only keys above this one
   * @param below only keys below this one
   */
  record GateFilter(
      GateKind kind,
      GateState.@Nullable Status status,
      @Nullable Long sessionKey,
      long above,
      long below,
      boolean oldestFirst) {

    /** Of all times: pending ones oldest first, others newest first. */
    public GateFilter(GateKind kind, GateState.@Nullable Status status, @Nullable Long sessionKey) {
      this(kind, status, sessionKey, 0, Long.MAX_VALUE, status == GateState.Status.PENDING);
    }

    public GateFilter with(GateState.Status one) {
      return new GateFilter(kind, one, sessionKey, above, below, oldestFirst);
    }

    public Comparator<GateRow> order() {
      Comparator<GateRow> byKey = Comparator.comparingLong(GateRow::key);
      return oldestFirst ? byKey : byKey.reversed();
    }
  }

  /**
   * @param statuses any of these
   * @param sessionKey null for all sessions
   */
  record TenantGates(
      Collection<String> tenantIds,
      Collection<GateState.Status> statuses,
      @Nullable Long sessionKey,
      long above,
      long below,
      boolean newestFirst,
      int limit) {
    /** What several lists in that order have in common is one list in that order. */
    public List<GateRow> merged(List<GateRow> all) {
      Comparator<GateRow> byKey = Comparator.comparingLong(GateRow::key);
      return all.stream().sorted(newestFirst ? byKey.reversed() : byKey).limit(limit).toList();
    }
  }

  /**
   * How often it was changed who may come in: tokens, tenants, browsers. The same number as before
   * means that nothing of that has changed.
   */
  long accessChanges();

  /**
   * The same of all that daemons keep in memory, as the ledger's head counts it. To be asked only
   * where there are several.
   */
  long settings();
}
