package dev.holdpoint.store.sql;

import dev.holdpoint.core.access.RootPolicy;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.Removed;
import dev.holdpoint.engine.port.store.Writes;
import dev.holdpoint.engine.port.store.Writes.Leases;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All tables, over one connection. */
public final class Tables {
  private static final int FORGET_AT_ONCE = 1_000;

  /** Of these every node has all records in memory: see {@code accessChanges}. */
  private static final Set<RecordKind<?>> ACCESS =
      Set.of(Tenant.KIND, WebSession.KIND, RootPolicy.KIND);

  final SessionRows sessions;
  final RunRows runs;
  final RunPages runPages;
  final GateRows gates;
  final JournalRows journal;
  final RememberedRows remembered;
  final TokenRows tokens;
  final MailRows mails;
  final RecordRows records;
  final MemoryRows memories;
  final DeliveryRows deliveries;
  final AuditRows audit;
  final SecretRows secrets;
  final MetaRows meta;
  final DecidedRows decided;
  public final NodeRows nodes;

  public Tables(Statements sql) {
    sessions = new SessionRows(sql);
    runs = new RunRows(sql);
    runPages = new RunPages(sql);
    gates = new GateRows(sql);
    journal = new JournalRows(sql);
    remembered = new RememberedRows(sql);
    tokens = new TokenRows(sql);
    mails = new MailRows(sql);
    records = new RecordRows(sql);
    memories = new MemoryRows(sql);
    deliveries = new DeliveryRows(sql);
    audit = new AuditRows(sql);
    secrets = new SecretRows(sql);
    meta = new MetaRows(sql);
    decided = new DecidedRows(sql, meta);
    nodes = new NodeRows(sql);
  }

  public String ledgerId() {
    return meta.ledgerId();
  }

  public @Nullable String head() {
    return meta.head();
  }

  public void keepHead(String head) {
    meta.keepHead(head);
  }

  public void addLoss(Loss loss) {
    meta.addLoss(loss);
  }

  public void write(Writes writes) {
    // The run after a work stands in its own row and in the work's journal row: one text for both.
    IdentityHashMap<Run, String> texts = new IdentityHashMap<>();
    Function<Run, String> text = run -> texts.computeIfAbsent(run, runs::text);
    boolean removes =
        !writes.removedTokens().isEmpty()
            || !writes.removed().isEmpty()
            || !writes.outgoing().removed().isEmpty()
            || !writes.secrets().shredded().isEmpty()
            || writes.shelved().stream().anyMatch(RecordChange::gone);
    if (removes) {
      meta.keepMarks();
    }
    // Before the new ones: a session may come under the name of one that goes.
    sessions.remove(writes.removed().sessions());
    sessions.insert(writes.newSessions());
    sessions.update(writes.changedSessions());
    runs.check(unwritten(writes));
    runs.change(writes.leases());
    writes.leases().draining().forEach(nodes::drain);
    runs.insert(writes.newRuns(), text);
    runs.update(writes.changedRuns(), text);
    gates.insert(writes.newGates());
    gates.update(writes.changedGates());
    journal.insert(writes.journal(), text);
    remembered.insert(writes.remembered());
    mails.insert(writes.newMails());
    mails.bury(writes.deadLetters());
    // Before the new ones: a token that is changed goes and comes back under the same key.
    tokens.remove(writes.removedTokens());
    tokens.insert(writes.newTokens());
    deliveries.write(writes.outgoing().deliveries());
    audit.insert(writes.outgoing());
    if (writes.outgoing().checkpoints().stream().anyMatch(record -> record.loss() != null)) {
      meta.settleLoss();
    }
    if (removes) {
      // Once more: what this very transaction has written may be among what it takes away.
      meta.keepMarks();
    }
    remove(writes);
    secrets.write(writes.secrets());
    records.write(writes.shelved());
    memories.insert(writes.newMemories());
    memories.remove(writes.staleMemories());
    decided.write(writes.tallied());
    if (changesAccess(writes)) {
      meta.countAccessChange();
    }
  }

  private static boolean changesAccess(Writes writes) {
    return !writes.newTokens().isEmpty()
        || !writes.removedTokens().isEmpty()
        || writes.shelved().stream().anyMatch(record -> ACCESS.contains(record.shelf()));
  }

  /** What is written is checked by being written. */
  private static Leases unwritten(Writes writes) {
    List<Long> held = new ArrayList<>(writes.leases().held());
    writes.changedRuns().forEach(row -> held.remove(row.run().key()));
    return new Leases(writes.leases().holder(), held, Map.of());
  }

  private void remove(Writes writes) {
    Removed removed = writes.removed();
    deliveries.remove(writes.outgoing().removed());
    deliveries.removeSettled(removed.runs());
    mails.remove(removed.sessions());
    gates.remove(removed.runs());
    gates.remove(removed.gatesOf());
    journal.remove(removed.journal());
    memories.remove(removed.runs().stream().map(Run::key).toList());
    runs.remove(removed.runs());
    if (removed.eventsFloor() > 0) {
      meta.raiseEventsFloor(removed.eventsFloor());
    }
  }

  /** The head is never behind what is in the tables. */
  public void raiseHead() {
    nodes.raise(meta.lastEventId(), meta.lastKey());
  }

  public Leap leap(long events, long key) {
    return meta.leap(events, key);
  }

  /** Drops some of the oldest idempotency records; whether there may be more to drop. */
  public Forgotten forgetBelow(long key) {
    meta.keepMarks();
    int count = remembered.forgetBelow(key, FORGET_AT_ONCE);
    return new Forgotten(count, count == FORGET_AT_ONCE);
  }

  public record Forgotten(int count, boolean more) {}
}
