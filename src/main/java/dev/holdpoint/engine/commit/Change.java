package dev.holdpoint.engine.commit;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Telling;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.cache.SecretChanges;
import dev.holdpoint.engine.cache.WriterCache;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.SessionLoad;
import dev.holdpoint.engine.port.store.Tallied;
import dev.holdpoint.engine.port.store.Writes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What one work reads and everything it leaves behind. It sees its own writes; nobody else does
 * until the commit.
 */
public final class Change {
  private final WriterCache ledger;
  private final Ids ids;
  private final long nowMs;
  private final long latestMs;

  final List<Entry> entries = new ArrayList<>();
  final Map<Long, Run> runs = new HashMap<>();
  final Map<String, Session> sessions = new LinkedHashMap<>();
  final Map<String, Session> changedSessions = new LinkedHashMap<>();
  final Map<String, Session> endedSessions = new LinkedHashMap<>();
  final Map<Long, SessionLoad> loads = new HashMap<>();
  final List<IdempotencyRecord> remembered = new ArrayList<>();
  final List<Mail> mails = new ArrayList<>();
  final List<Writes.DeadLetter> deadLetters = new ArrayList<>();
  final List<RecordChange<?>> shelved = new ArrayList<>();
  final List<RunMemory> newMemories = new ArrayList<>();
  final List<Long> staleMemories = new ArrayList<>();
  final List<Session> removedSessions = new ArrayList<>();
  final List<Run> removedRuns = new ArrayList<>();
  final List<Run> removedGates = new ArrayList<>();
  final List<Long> removedRows = new ArrayList<>();
  final Map<Long, Delivery> deliveries = new LinkedHashMap<>();
  final List<Delivery> removedDeliveries = new ArrayList<>();
  final List<Telling> deeds = new ArrayList<>();
  final List<Note> notes = new ArrayList<>();
  public final List<Checkpoint.OfLoss> losses = new ArrayList<>();
  @Nullable Signer nextSigner;
  long eventsFloor;
  Tallied tallied = Tallied.NOTHING;
  public final SecretChanges secrets;
  final List<Token> newTokens = new ArrayList<>();
  final List<Token> removedTokens = new ArrayList<>();
  public final LeaseChanges leases = new LeaseChanges();
  @Nullable Refusal refusal;

  /** The caller who requested it. */
  Actor actor = Actor.DAEMON;

  /** From here on no run changes: what follows from those that did is being worked out. */
  boolean folding;

  /** An event that no version of a run tells, and who wants to know in which row it is told. */
  record Note(long sessionKey, String sessionId, LedgerEvent event, LongConsumer row) {}

  /** A run's next version, what happened to it, and what its transcript gained. */
  record Entry(
      Run run, boolean runnable, boolean isNew, List<LedgerEvent> events, List<Step> steps) {

    /** Two changes of one work to one run are one: one row, one journal row, one update told. */
    Entry then(Entry next) {
      List<LedgerEvent> allEvents = new ArrayList<>(events);
      if (!next.events.isEmpty()) {
        allEvents.remove(new LedgerEvent.RunUpdated());
      }
      allEvents.addAll(next.events);
      List<Step> allSteps = new ArrayList<>(steps);
      allSteps.addAll(next.steps);
      return new Entry(next.run, next.runnable, isNew, allEvents, allSteps);
    }
  }

  Change(WriterCache ledger, Ids ids, long nowMs, long latestMs) {
    this.ledger = ledger;
    this.secrets = new SecretChanges(ledger.secrets::of);
    this.ids = ids;
    this.nowMs = nowMs;
    this.latestMs = latestMs;
  }

  public Actor actor() {
    return actor;
  }

  public long nowMs() {
    return nowMs;
  }

  /**
   * The latest that it has ever been, by the clock and by the ids that were given out: what had
   * ceased to be good by then stays so, though the clock may have been set back.
   */
  public long latestMs() {
    return latestMs;
  }

  public String newId(String prefix) {
    return ids.next(prefix, nowMs);
  }

  public @Nullable Run run(long key) {
    Run own = runs.get(key);
    return own != null ? own : ledger.run(key);
  }

  public @Nullable Session session(String id) {
    for (Map<String, Session> own : List.of(endedSessions, changedSessions, sessions)) {
      Session session = own.get(id);
      if (session != null) {
        return session;
      }
    }
    return ledger.session(id);
  }

  public @Nullable Session session(long key) {
    return ledger.session(key);
  }

  public SessionLoad load(long sessionKey) {
    SessionLoad own = loads.get(sessionKey);
    return own != null ? own : ledger.load(sessionKey);
  }

  public WriterCache ledger() {
    return ledger;
  }

  /** Everything else, as it was committed before this transaction. */
  public Queries queries() {
    return ledger.queries();
  }

  public @Nullable IdempotencyRecord remembered(String scope) {
    return ledger.remembered(scope);
  }

  public void add(Session session) {
    sessions.put(session.id(), session);
  }

  /** The session with other defaults, which nobody is told of but by reading it. */
  public void change(Session session) {
    changedSessions.put(session.id(), session);
  }

  /** The session takes no more work; whoever watches it is told. */
  public void end(Session session) {
    endedSessions.put(session.id(), session);
  }

  public void add(Mail mail) {
    mails.add(mail);
  }

  /** Nobody will read what this run was to bring. */
  public void deadLetter(Run run, Mail.Reason why) {
    deadLetters.add(new Writes.DeadLetter(run.key(), why));
  }

  public void add(Run run, boolean runnable, List<LedgerEvent> events, List<Step> steps) {
    put(new Entry(run, runnable, true, events, steps));
  }

  public void change(Run run, boolean runnable, List<LedgerEvent> events, List<Step> steps) {
    put(new Entry(run, runnable, false, events, steps));
  }

  private void put(Entry entry) {
    if (folding) {
      throw new IllegalStateException("a consequence may not change a run");
    }
    long sessionKey = entry.run.head().sessionKey();
    Run before = entry.isNew ? null : run(entry.run.key());
    loads.put(sessionKey, load(sessionKey).with(before, entry.run));
    runs.put(entry.run.key(), entry.run);
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).run.key() == entry.run.key()) {
        entries.set(i, entries.get(i).then(entry));
        return;
      }
    }
    entries.add(entry);
  }

  /** The run's journal row has been given its number, and the run carries it. */
  void written(Run run) {
    runs.put(run.key(), run);
  }

  /** The version of this run that was written; known when the change is committed. */
  public Run committed(Run decided) {
    return runs.getOrDefault(decided.key(), decided);
  }

  /** Keeps the answer for a caller who may ask again. */
  public void remember(IdempotencyRecord record) {
    remembered.add(record);
  }

  /** Also as an earlier work of the same transaction left it. */
  public <T extends StoredRecord> @Nullable T kept(RecordKind<T> shelf, long key) {
    for (RecordChange<?> own : shelved.reversed()) {
      if (own.shelf().equals(shelf) && own.record().key() == key) {
        return own.gone() ? null : shelf.type().cast(own.record());
      }
    }
    return ledger.kept(shelf, key);
  }

  /** Also as an earlier work of the same transaction left it. */
  public <T extends StoredRecord> @Nullable T named(RecordKind<T> shelf, String name) {
    for (RecordChange<?> own : shelved.reversed()) {
      if (own.shelf().equals(shelf) && name.equals(own.record().name())) {
        return own.gone() ? null : shelf.type().cast(own.record());
      }
    }
    T found = ledger.named(shelf, name);
    // What this very change has renamed or put away is not under that name any more.
    return found == null || shelved.stream().anyMatch(own -> own.isFor(shelf, found.key()))
        ? null
        : found;
  }

  /** Puts the record on its shelf, in place of the one with the same key. */
  public <T extends StoredRecord> void keep(RecordKind<T> shelf, T record) {
    shelved.add(new RecordChange<>(shelf, record, false));
  }

  public <T extends StoredRecord> void discard(RecordKind<T> shelf, T record) {
    shelved.add(new RecordChange<>(shelf, record, true));
  }

  public void add(RunMemory memory) {
    newMemories.add(memory);
  }

  /** What runs with these keys left is not to be remembered any more. */
  public void forget(List<Long> runKeys) {
    staleMemories.addAll(runKeys);
  }

  /** Nobody knows the session any more; its runs are to be taken away next. */
  public void remove(Session session) {
    removedSessions.add(session);
    if (session.ended() != null) {
      removedRows.add(session.ended().row());
    }
  }

  /** The run is gone, with all that happened in it. */
  public void remove(Run run, List<Long> trail) {
    removedRuns.add(run);
    removedRows.addAll(trail);
  }

  /** These rows of the journal, which are of no version of a run, are gone. */
  public void forgetRows(List<Long> rows) {
    removedRows.addAll(rows);
  }

  /** Events up to this one are missing because their time was over. */
  public void raiseEventsFloor(long id) {
    eventsFloor = Math.max(eventsFloor, id);
  }

  /** What happened in the run is gone; that there was one, and how it ended, stays. */
  public void forgetEvents(Run run, List<Long> trail) {
    removedRows.addAll(trail);
    // What was decided is told by the journal alone.
    removedGates.add(run);
    change(run.withoutTrail(), false, List.of(), List.of());
  }

  /**
   * All records of a kind that is kept in hand, or those of one group; also as an earlier work of
   * the transaction left them.
   *
   * @param group null for all of them
   */
  public <T extends StoredRecord> List<T> group(RecordKind<T> shelf, @Nullable String group) {
    List<T> stored = ledger.inHand(shelf, group);
    if (shelved.stream().noneMatch(own -> own.isOf(shelf, group))) {
      return stored;
    }
    List<T> now = new ArrayList<>(stored);
    for (RecordChange<?> own : shelved) {
      if (own.isOf(shelf, group)) {
        now.removeIf(other -> other.key() == own.record().key());
        if (!own.gone()) {
          now.add(shelf.type().cast(own.record()));
        }
      }
    }
    return now;
  }

  /** Also as an earlier work of the same transaction left it. */
  public @Nullable Delivery delivery(long key) {
    if (removedDeliveries.stream().anyMatch(gone -> gone.key() == key)) {
      return null;
    }
    Delivery own = deliveries.get(key);
    return own != null ? own : ledger.delivery(key);
  }

  /** All deliveries that this transaction has touched so far, as they are now. */
  public List<Delivery> touchedDeliveries() {
    Map<Long, Delivery> all = new LinkedHashMap<>(ledger.touchedDeliveries());
    all.putAll(deliveries);
    removedDeliveries.forEach(gone -> all.remove(gone.key()));
    return List.copyOf(all.values());
  }

  public void put(Delivery delivery) {
    deliveries.put(delivery.key(), delivery);
  }

  public void remove(Delivery delivery) {
    deliveries.remove(delivery.key());
    removedDeliveries.add(delivery);
  }

  /**
   * Tells an event in a journal row of its own: the run that it may be about stays as it is.
   *
   * @param row gets the key of that row when it is known, and may still keep records
   */
  public void tell(long sessionKey, String sessionId, LedgerEvent event, LongConsumer row) {
    notes.add(new Note(sessionKey, sessionId, event, row));
  }

  /** Puts on record what is done outside. */
  public void tell(ExternalAction.Deed deed) {
    deeds.add(new Telling(deed, null));
  }

  /** The same with the text whose digest it holds. */
  public void tell(Telling telling) {
    deeds.add(telling);
  }

  /** From the next transaction on, this key signs; the one before vouches for it. */
  public void signWith(Signer next) {
    nextSigner = next;
  }

  public void add(Token token) {
    newTokens.add(token);
  }

  public void remove(Token token) {
    removedTokens.add(token);
  }

  /** Counts decided gates; one work of a transaction at most. */
  public void tally(Tallied counted) {
    tallied = counted;
  }

  /** Commits what is here and refuses all the same: that a deadline had passed is recorded. */
  public void refuseAfterCommit(Refusal because) {
    refusal = because;
  }

  /** Whether the caller hears a refusal although there is something to commit. */
  public boolean isRefused() {
    return refusal != null;
  }
}
