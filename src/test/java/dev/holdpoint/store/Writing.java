package dev.holdpoint.store;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Outgoing;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.Removed;
import dev.holdpoint.engine.port.store.SecretWrites;
import dev.holdpoint.engine.port.store.Tallied;
import dev.holdpoint.engine.port.store.Writes;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import java.util.ArrayList;
import java.util.List;

/** What a transaction is to write, under construction. */
public final class Writing {
  private final List<Session> newSessions = new ArrayList<>();
  private final List<RunRow> newRuns = new ArrayList<>();
  private final List<RunRow> changedRuns = new ArrayList<>();
  private final List<GateRow> newGates = new ArrayList<>();
  private final List<GateRow> changedGates = new ArrayList<>();
  private final List<JournalRow> journal = new ArrayList<>();
  private final List<IdempotencyRecord> remembered = new ArrayList<>();
  private final List<Token> newTokens = new ArrayList<>();
  private final List<Token> removedTokens = new ArrayList<>();
  private final List<Session> changedSessions = new ArrayList<>();
  private final List<Mail> newMails = new ArrayList<>();
  private final List<Writes.DeadLetter> deadLetters = new ArrayList<>();
  private final List<RecordChange<?>> shelved = new ArrayList<>();
  private final List<RunMemory> newMemories = new ArrayList<>();
  private final List<Long> staleMemories = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final List<Delivery> removedDeliveries = new ArrayList<>();
  private final List<ExternalAction> actions = new ArrayList<>();
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private final List<Session> removedSessions = new ArrayList<>();
  private final List<Run> removedRuns = new ArrayList<>();
  private final List<Long> removedRows = new ArrayList<>();
  private final List<Secret> secrets = new ArrayList<>();
  private final List<Long> shredded = new ArrayList<>();
  private long eventsFloor;
  private Writes.Marks marks = Writes.Marks.NONE;
  private Tallied tallied = Tallied.NOTHING;

  public Writing add(Session... sessions) {
    newSessions.addAll(List.of(sessions));
    return this;
  }

  public Writing add(Run... runs) {
    for (Run run : runs) {
      newRuns.add(new RunRow(run, false));
    }
    return this;
  }

  public Writing addRunnable(Run run) {
    newRuns.add(new RunRow(run, true));
    return this;
  }

  public Writing change(Run run, boolean runnable) {
    changedRuns.add(new RunRow(run, runnable));
    return this;
  }

  public Writing add(GateRow... gates) {
    newGates.addAll(List.of(gates));
    return this;
  }

  public Writing change(GateRow gate) {
    changedGates.add(gate);
    return this;
  }

  public Writing add(JournalRow... rows) {
    journal.addAll(List.of(rows));
    return this;
  }

  public Writing add(IdempotencyRecord... records) {
    remembered.addAll(List.of(records));
    return this;
  }

  public Writing add(Token... tokens) {
    newTokens.addAll(List.of(tokens));
    return this;
  }

  public Writing remove(Token token) {
    removedTokens.add(token);
    return this;
  }

  public Writing change(Session session) {
    changedSessions.add(session);
    return this;
  }

  public Writing add(Mail... mails) {
    newMails.addAll(List.of(mails));
    return this;
  }

  public Writing bury(Mail mail, Mail.Reason reason) {
    deadLetters.add(new Writes.DeadLetter(mail.key(), reason));
    return this;
  }

  public <T extends StoredRecord> Writing keep(RecordKind<T> shelf, T record) {
    shelved.add(new RecordChange<>(shelf, record, false));
    return this;
  }

  public <T extends StoredRecord> Writing discard(RecordKind<T> shelf, T record) {
    shelved.add(new RecordChange<>(shelf, record, true));
    return this;
  }

  public Writing remember(RunMemory memory) {
    newMemories.add(memory);
    return this;
  }

  public Writing forget(long runKey) {
    staleMemories.add(runKey);
    return this;
  }

  public Writing remove(Session session) {
    removedSessions.add(session);
    return this;
  }

  public Writing remove(Run run, Long... journal) {
    removedRuns.add(run);
    removedRows.addAll(List.of(journal));
    return this;
  }

  public Writing put(Delivery... some) {
    deliveries.addAll(List.of(some));
    return this;
  }

  public Writing remove(Delivery delivery) {
    removedDeliveries.add(delivery);
    return this;
  }

  public Writing tell(ExternalAction action) {
    actions.add(action);
    return this;
  }

  public Writing tell(Checkpoint checkpoint) {
    checkpoints.add(checkpoint);
    return this;
  }

  public Writing put(Secret... some) {
    secrets.addAll(List.of(some));
    return this;
  }

  public Writing shred(long key) {
    shredded.add(key);
    return this;
  }

  public Writing eventsFloor(long id) {
    eventsFloor = id;
    return this;
  }

  public Writing tally(Tallied counted) {
    tallied = counted;
    return this;
  }

  /** How far the ledger has come with this. */
  public Writing mark(long lastEventId, long lastKey) {
    marks = new Writes.Marks(lastEventId, lastKey, false, false, true);
    return this;
  }

  public Writes writes() {
    return new Writes(
        newSessions,
        newRuns,
        changedRuns,
        newGates,
        changedGates,
        journal,
        remembered,
        newTokens,
        removedTokens,
        changedSessions,
        newMails,
        deadLetters,
        shelved,
        newMemories,
        staleMemories,
        new Removed(removedSessions, removedRuns, List.of(), removedRows, eventsFloor),
        new Outgoing(deliveries, removedDeliveries, actions, checkpoints),
        new SecretWrites(secrets, shredded),
        Writes.Leases.NONE,
        marks,
        tallied);
  }
}
