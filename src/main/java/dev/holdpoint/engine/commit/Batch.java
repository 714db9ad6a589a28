package dev.holdpoint.engine.commit;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.Telling;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionStatus;
import dev.holdpoint.engine.cache.UncommittedRecords;
import dev.holdpoint.engine.cache.WriterCache;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Outgoing;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.Removed;
import dev.holdpoint.engine.port.store.Tallied;
import dev.holdpoint.engine.port.store.Writes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one transaction, folded together: each row in its last version, each work's events
 * in one journal row per run.
 */
final class Batch {
  private final WriterCache ledger;
  private final CommitParts parts;
  private final List<Session> newSessions = new ArrayList<>();
  private final Map<Long, Session> changedSessions = new LinkedHashMap<>();
  private final List<Mail> newMails = new ArrayList<>();
  private final List<Writes.DeadLetter> deadLetters = new ArrayList<>();
  private final Map<Long, Writes.RunRow> newRuns = new LinkedHashMap<>();
  private final Map<Long, Writes.RunRow> changedRuns = new LinkedHashMap<>();
  private final Map<Long, GateRow> newGates = new LinkedHashMap<>();
  private final Map<Long, GateRow> changedGates = new LinkedHashMap<>();
  private final List<JournalRow> journal = new ArrayList<>();
  private final List<IdempotencyRecord> remembered = new ArrayList<>();
  private final List<dev.holdpoint.core.access.Token> newTokens = new ArrayList<>();
  private final List<dev.holdpoint.core.access.Token> removedTokens = new ArrayList<>();
  private final Map<UncommittedRecords.Place, RecordChange<?>> shelved = new LinkedHashMap<>();
  private final List<RunMemory> newMemories = new ArrayList<>();
  private final List<Long> staleMemories = new ArrayList<>();
  private final List<Session> removedSessions = new ArrayList<>();
  private final List<Run> removedRuns = new ArrayList<>();
  private final List<Run> removedGates = new ArrayList<>();
  private final List<Long> removedRows = new ArrayList<>();
  private final Map<Long, Delivery> deliveries = new LinkedHashMap<>();
  private final List<Delivery> removedDeliveries = new ArrayList<>();
  private final List<Telling> deeds = new ArrayList<>();
  private final LeaseChanges leases = new LeaseChanges();
  private AuditSealer.Entries proof = AuditSealer.Entries.NONE;
  private final List<Checkpoint.OfLoss> losses = new ArrayList<>();
  private @Nullable Signer nextSigner;
  private long eventsFloor;
  private Tallied tallied = Tallied.NOTHING;
  private long lastEventId;

  /** Whether the journal tells of every run that it changes; there may be nothing to tell. */
  private boolean journaled = true;

  Batch(WriterCache ledger, CommitParts parts, long lastEventId) {
    this.ledger = ledger;
    this.parts = parts;
    this.lastEventId = lastEventId;
  }

  long lastEventId() {
    return lastEventId;
  }

  Set<Long> givenAway() {
    return leases.givenAway();
  }

  List<JournalRow> journal() {
    return journal;
  }

  Collection<RecordChange<?>> shelved() {
    return shelved.values();
  }

  boolean isEmpty() {
    return journal.isEmpty()
        && newSessions.isEmpty()
        && newRuns.isEmpty()
        && changedRuns.isEmpty()
        && remembered.isEmpty()
        && changedSessions.isEmpty()
        && shelved.isEmpty()
        && removed().isEmpty()
        && staleMemories.isEmpty()
        && deliveries.isEmpty()
        && removedDeliveries.isEmpty()
        && proof.isEmpty()
        && ledger.secrets.writes().isEmpty()
        && leases.isEmpty()
        && newTokens.isEmpty()
        && removedTokens.isEmpty()
        && tallied.isEmpty();
  }

  /**
   * @param lastKey the greatest that was given in it
   */
  Writes writes(long lastKey) {
    return new Writes(
        newSessions,
        List.copyOf(newRuns.values()),
        List.copyOf(changedRuns.values()),
        List.copyOf(newGates.values()),
        List.copyOf(changedGates.values()),
        journal,
        remembered,
        newTokens,
        removedTokens,
        List.copyOf(changedSessions.values()),
        newMails,
        deadLetters,
        List.copyOf(shelved.values()),
        newMemories,
        staleMemories,
        removed(),
        new Outgoing(
            List.copyOf(deliveries.values()),
            removedDeliveries,
            proof.actions(),
            proof.checkpoints(),
            proof.evidence()),
        ledger.secrets.writes(),
        leases.writes(ledger.epoch()),
        marks(lastKey),
        tallied);
  }

  /** What other daemons keep in memory from one transaction to the next has to be read again. */
  private Writes.Marks marks(long lastKey) {
    return new Writes.Marks(lastEventId, lastKey, changesCached(), !removed().isEmpty(), journaled);
  }

  private boolean changesCached() {
    return !changedSessions.isEmpty()
        || !removedSessions.isEmpty()
        || !newTokens.isEmpty()
        || !removedTokens.isEmpty()
        || shelved.values().stream().anyMatch(one -> one.shelf().cached());
  }

  Removed removed() {
    return new Removed(removedSessions, removedRuns, removedGates, removedRows, eventsFloor);
  }

  /** When the earliest of the records that it keeps is due; {@link Long#MAX_VALUE} if none is. */
  long nextDue() {
    long next = Long.MAX_VALUE;
    for (RecordChange<?> one : shelved.values()) {
      Long due = one.gone() ? null : one.record().dueAtMs();
      next = due == null ? next : Math.min(next, due);
    }
    return next;
  }

  /** When the earliest of the deliveries that it writes is due; as for {@link #nextDue}. */
  long nextDelivery() {
    return deliveries.values().stream()
        .map(Delivery::dueAtMs)
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Puts what was told of the outside on record; the last thing before it is written. */
  void seal(String ledgerId, Ids ids, long nowMs) {
    AuditSealer.Told told = new AuditSealer.Told(ledgerId, deeds, losses);
    proof = parts.audit().seal(told, nextSigner, ledger.queries(), ids, nowMs);
  }

  void fold(Change change) {
    leases.add(change.leases);
    for (Session session : change.sessions.values()) {
      newSessions.add(session);
      ledger.put(session);
    }
    change.changedSessions.values().forEach(this::replace);
    newMails.addAll(change.mails);
    deadLetters.addAll(change.deadLetters);
    Map<Long, LedgerEvent.SessionChanged> before = new HashMap<>();
    for (Change.Entry entry : change.entries) {
      // Where nothing happened the session has not changed either, whatever its last run was.
      if (!entry.events().isEmpty()) {
        before.computeIfAbsent(
            entry.run().head().sessionKey(), key -> SessionSummary.of(ledger.load(key), false));
      }
    }
    change.folding = true;
    for (int i = 0; i < change.entries.size(); i++) {
      Change.Entry entry = change.entries.get(i);
      fold(
          entry,
          change,
          isLastOfSession(change.entries, i) ? before.get(entry.run().head().sessionKey()) : null);
    }
    change.endedSessions.values().forEach(session -> end(session, change.nowMs()));
    change.notes.forEach(note -> tell(note, change.nowMs()));
    for (IdempotencyRecord record : change.remembered) {
      remembered.add(record);
      ledger.put(record);
    }
    parts.audit().administered(change, AuditSealer.Left.of(change));
    for (RecordChange<?> record : change.shelved) {
      shelved.put(UncommittedRecords.Place.of(record), record);
      ledger.put(record);
    }
    change.deliveries.values().forEach(this::put);
    for (Delivery gone : change.removedDeliveries) {
      deliveries.remove(gone.key());
      removedDeliveries.add(gone);
      ledger.forget(gone);
    }
    deeds.addAll(change.deeds);
    losses.addAll(change.losses);
    nextSigner = change.nextSigner == null ? nextSigner : change.nextSigner;
    newMemories.addAll(change.newMemories);
    staleMemories.addAll(change.staleMemories);
    for (Session session : change.removedSessions) {
      changedSessions.remove(session.key());
      ledger.forget(session);
    }
    eventsFloor = Math.max(eventsFloor, change.eventsFloor);
    removedSessions.addAll(change.removedSessions);
    change.removedRuns.forEach(ledger::forget);
    removedRuns.addAll(change.removedRuns);
    removedGates.addAll(change.removedGates);
    removedRows.addAll(change.removedRows);
    ledger.secrets.add(change.secrets);
    newTokens.addAll(change.newTokens);
    removedTokens.addAll(change.removedTokens);
    tallied = change.tallied.isEmpty() ? tallied : change.tallied;
  }

  private void put(Delivery delivery) {
    deliveries.put(delivery.key(), delivery);
    ledger.put(delivery);
  }

  /** No run tells of a session's end, so the journal has a row for it, and the session its id. */
  private void end(Session session, long nowMs) {
    lastEventId++;
    journal.add(
        new JournalRow(
            lastEventId,
            nowMs,
            session.key(),
            session.id(),
            null,
            List.of(new LedgerEvent.SessionChanged(SessionStatus.ENDED, 0, 0)),
            List.of()));
    replace(session.toldIn(lastEventId));
  }

  private void tell(Change.Note note, long nowMs) {
    lastEventId++;
    journal.add(
        new JournalRow(
            lastEventId,
            nowMs,
            note.sessionKey(),
            note.sessionId(),
            null,
            List.of(note.event()),
            List.of()));
    note.row().accept(lastEventId);
  }

  private void replace(Session session) {
    if (newSessions.removeIf(other -> other.key() == session.key())) {
      newSessions.add(session);
    } else {
      changedSessions.put(session.key(), session);
    }
    ledger.put(session);
  }

  /**
   * @param sessionBefore what the session was doing, if this is its last run in the change
   */
  private void fold(
      Change.Entry entry, Change change, LedgerEvent.@Nullable SessionChanged sessionBefore) {
    Run run = entry.run();
    Run before = entry.isNew() ? null : ledger.run(run.key());
    long sessionKey = run.head().sessionKey();
    List<LedgerEvent> events = new ArrayList<>(entry.events());
    if (sessionBefore != null) {
      LedgerEvent.SessionChanged now =
          SessionSummary.of(change.load(sessionKey), run.status() == RunStatus.FAILED);
      if (!now.equals(sessionBefore)) {
        events.add(now);
      }
    }
    if (!events.isEmpty() || !entry.steps().isEmpty()) {
      lastEventId += Math.max(1, events.size());
      run = run.onTrail(lastEventId);
      journal.add(
          new JournalRow(
              lastEventId,
              change.nowMs(),
              sessionKey,
              run.head().sessionId(),
              run,
              events,
              entry.steps()));
      change.written(run);
    } else {
      journaled = false;
    }
    long heir = parts.placement().nodeFor(change, run, entry.runnable());
    leases.inherits(run.key(), heir, ledger.epoch());
    put(
        new Writes.RunRow(
            run, entry.runnable(), leases.holds(run.key()) ? ledger.epoch() : 0, heir),
        entry.isNew());
    gates(before, run);
    for (Consequence consequence : parts.consequences()) {
      consequence.follow(change, before, run, entry.steps());
    }
    ledger.put(run, entry.isNew());
  }

  private void put(Writes.RunRow row, boolean isNew) {
    long key = row.run().key();
    if (isNew || newRuns.containsKey(key)) {
      newRuns.put(key, row);
    } else {
      changedRuns.put(key, row);
    }
  }

  /**
   * Gate rows follow from the run's two versions, so no gate can be raised or settled without its
   * row.
   */
  private void gates(@Nullable Run before, Run after) {
    for (Gate gate : after.gates()) {
      Gate earlier = before == null ? null : before.gate(gate.id()).orElse(null);
      boolean moved =
          earlier != null
              && gate.isPending()
              && !Objects.equals(earlier.expiresAtMs(), gate.expiresAtMs());
      if (earlier == null || earlier.isPending() != gate.isPending() || moved) {
        put(
            new GateRow(
                gate.key(),
                gate.kind(),
                gate.state().status(),
                after.key(),
                after.head().sessionKey(),
                gate.expiresAtMs(),
                gate.isPending() ? 0 : lastEventId,
                Tenants.nullIfRoot(after.head().tenantId())),
            earlier == null);
      }
    }
  }

  private void put(GateRow row, boolean isNew) {
    if (isNew || newGates.containsKey(row.key())) {
      newGates.put(row.key(), row);
    } else {
      changedGates.put(row.key(), row);
    }
  }

  private static boolean isLastOfSession(List<Change.Entry> entries, int index) {
    long sessionKey = entries.get(index).run().head().sessionKey();
    for (int i = index + 1; i < entries.size(); i++) {
      if (entries.get(i).run().head().sessionKey() == sessionKey) {
        return false;
      }
    }
    return true;
  }
}
