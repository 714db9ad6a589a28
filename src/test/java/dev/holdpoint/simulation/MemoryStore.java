package dev.holdpoint.simulation;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Outgoing;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Removed;
import dev.holdpoint.engine.port.store.SecretWrites;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** A store that outlives the daemon's lives: what was committed is there, the rest never was. */
final class MemoryStore implements Store {
  final MemoryTables tables = new MemoryTables();

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public String ledgerId() {
    return "simulated";
  }

  @Override
  public <T> T read(Function<Queries, T> query) {
    return query.apply(tables);
  }

  @Override
  public int forgetBelow(long key) {
    int before = tables.remembered.size();
    tables.remembered.values().removeIf(record -> record.key() < key);
    return before - tables.remembered.size();
  }

  @Override
  public void close() {}

  @Override
  public Transaction begin() {
    return new Transaction() {
      private Writes written = NOTHING;

      @Override
      public Queries queries() {
        return tables;
      }

      @Override
      public void write(Writes writes) {
        check(writes);
        written = writes;
      }

      @Override
      public void commit() {
        apply(written);
      }

      @Override
      public void close() {}
    };
  }

  static final Writes NOTHING =
      new Writes(
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          java.util.List.of(),
          Removed.NOTHING,
          Outgoing.NOTHING,
          SecretWrites.NOTHING,
          Writes.Leases.NONE,
          Writes.Marks.NONE);

  /** The constraints of the tables. */
  private void check(Writes writes) {
    writes.newSessions().forEach(s -> isNew(tables.byId, s.id()));
    writes.newRuns().forEach(r -> isNew(tables.runs, r.run().key()));
    writes.changedRuns().forEach(r -> exists(tables.runs, r.run().key()));
    writes.newGates().forEach(g -> isNew(tables.gates, g.key()));
    writes.changedGates().forEach(g -> exists(tables.gates, g.key()));
    writes.journal().forEach(j -> isNew(tables.journal, j.lastId()));
    writes.changedSessions().forEach(s -> exists(tables.sessions, s.key()));
    writes.newMails().forEach(m -> isNew(tables.mails, m.key()));
    writes.newMemories().forEach(m -> isNew(tables.memories, m.key()));
    writes.remembered().forEach(r -> isNew(tables.remembered, r.scope()));
    tables.check(writes.outgoing());
  }

  private static <K> void isNew(Map<K, ?> table, K key) {
    if (table.containsKey(key)) {
      throw new StoreFailure("the key exists: " + key);
    }
  }

  private static <K> void exists(Map<K, ?> table, K key) {
    if (!table.containsKey(key)) {
      throw new StoreFailure("no such row: " + key);
    }
  }

  private void apply(Writes writes) {
    Stream.concat(writes.newSessions().stream(), writes.changedSessions().stream())
        .forEach(
            session -> {
              tables.sessions.put(session.key(), session);
              tables.byId.put(session.id(), session);
            });
    writes.newMails().forEach(mail -> tables.mails.put(mail.key(), mail));
    for (Writes.DeadLetter dead : writes.deadLetters()) {
      tables.mails.computeIfPresent(
          dead.mailKey(), (_, mail) -> mail.as(Mail.Status.DEAD_LETTERED, dead.reason()));
    }
    writes.newRuns().forEach(row -> tables.runs.put(row.run().key(), row));
    writes.changedRuns().forEach(row -> tables.runs.put(row.run().key(), row));
    for (GateRow gate : writes.newGates()) {
      tables.gates.put(gate.key(), gate);
    }
    for (GateRow gate : writes.changedGates()) {
      tables.gates.put(gate.key(), gate);
    }
    for (JournalRow row : writes.journal()) {
      tables.journal.put(row.lastId(), row);
    }
    for (IdempotencyRecord record : writes.remembered()) {
      tables.remembered.put(record.scope(), record);
    }
    tables.tokens.removeAll(writes.removedTokens());
    for (Token token : writes.newTokens()) {
      tables.tokens.add(token);
    }
    writes.shelved().forEach(tables.records::write);
    writes.newMemories().forEach(memory -> tables.memories.put(memory.key(), memory));
    writes.staleMemories().forEach(tables.memories::remove);
    tables.write(writes.outgoing());
    tables.safe.write(writes.secrets());
    tables.remove(writes.removed());
  }
}
