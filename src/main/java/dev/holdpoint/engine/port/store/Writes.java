package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import java.util.List;
import java.util.Map;

/** All that one transaction writes. Each row stands in it once, in its last version. */
public record Writes(
    List<Session> newSessions,
    List<RunRow> newRuns,
    List<RunRow> changedRuns,
    List<GateRow> newGates,
    List<GateRow> changedGates,
    List<JournalRow> journal,
    List<IdempotencyRecord> remembered,
    List<Token> newTokens,
    List<Token> removedTokens,
    List<Session> changedSessions,
    List<Mail> newMails,
    List<DeadLetter> deadLetters,
    List<RecordChange<?>> shelved,
    List<RunMemory> newMemories,
    List<Long> staleMemories,
    Removed removed,
    Outgoing outgoing,
    SecretWrites secrets,
    Leases leases,
    Marks marks,
    Tallied tallied) {

  /** Where nothing is counted. */
  public Writes(
      List<Session> newSessions,
      List<RunRow> newRuns,
      List<RunRow> changedRuns,
      List<GateRow> newGates,
      List<GateRow> changedGates,
      List<JournalRow> journal,
      List<IdempotencyRecord> remembered,
      List<Token> newTokens,
      List<Token> removedTokens,
      List<Session> changedSessions,
      List<Mail> newMails,
      List<DeadLetter> deadLetters,
      List<RecordChange<?>> shelved,
      List<RunMemory> newMemories,
      List<Long> staleMemories,
      Removed removed,
      Outgoing outgoing,
      SecretWrites secrets,
      Leases leases,
      Marks marks) {
    this(
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
        removed,
        outgoing,
        secrets,
        leases,
        marks,
        Tallied.NOTHING);
  }

  /**
   * A run, and whether the loop has something to do in it now.
   *
   * @param holder the node that must have the run, or nothing is written; 0 for whichever
   * @param heir the node that gets a run that nobody has; 0 for none
   */
  public record RunRow(Run run, boolean runnable, long holder, long heir) {
    /** Where there are no nodes. */
    public RunRow(Run run, boolean runnable) {
      this(run, runnable, 0, 0);
    }
  }

  /**
   * Who has which run.
   *
   * @param holder the node that must have the runs {@code held}, or nothing is written
   * @param released runs that belong to nobody from now on, or to the heir that their row names,
   *     and the node that must have each of them for that
   * @param draining nodes that hand their work over from now on, or take some again
   */
  public record Leases(
      long holder, List<Long> held, Map<Long, Long> released, Map<Long, Boolean> draining) {
    public static final Leases NONE = new Leases(0, List.of(), Map.of());

    public Leases(long holder, List<Long> held, Map<Long, Long> released) {
      this(holder, held, released, Map.of());
    }
  }

  /**
   * How far this transaction has come; see {@link LedgerHead}.
   *
   * @param settings whether it changes what other daemons keep in memory
   * @param removes whether it takes away what others may have read
   * @param journaled whether every run that it changes has a row in the journal
   */
  public record Marks(
      long lastEventId, long lastKey, boolean settings, boolean removes, boolean journaled) {
    public static final Marks NONE = new Marks(0, 0, false, false, true);
  }

  /** A mail that was on its way and will not arrive. */
  public record DeadLetter(long mailKey, Mail.Reason reason) {}
}
