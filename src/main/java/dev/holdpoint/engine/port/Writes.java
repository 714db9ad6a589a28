package dev.holdpoint.engine.port;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.mailbox.Mail;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import java.util.List;

/** All that one transaction writes. Each row stands in it once, in its last version. */
public record Writes(
    List<Session> newSessions,
    List<RunRow> newRuns,
    List<RunRow> changedRuns,
    List<GateRow> newGates,
    List<GateRow> changedGates,
    List<JournalRow> journal,
    List<Remembered> remembered,
    List<Token> newTokens,
    List<Token> removedTokens,
    List<Session> changedSessions,
    List<Mail> newMails,
    List<DeadLetter> deadLetters,
    List<Shelved<?>> shelved,
    List<RunMemory> newMemories,
    List<Long> staleMemories,
    Removed removed,
    Outgoing outgoing,
    SecretWrites secrets) {

  /** A run, and whether the loop has something to do in it now. */
  public record RunRow(Run run, boolean runnable) {}

  /** A mail that was on its way and will not arrive. */
  public record DeadLetter(long mailKey, Mail.Reason reason) {}
}
