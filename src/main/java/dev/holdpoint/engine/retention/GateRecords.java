package dev.holdpoint.engine.retention;

import dev.holdpoint.core.gate.Succession;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What people did about the gates of a run, what came after its approvals and what became of its
 * permits: it goes with the run, or with what happened in it.
 */
final class GateRecords {
  private static final int GATES_AT_ONCE = 20;
  private static final int ENTRIES_AT_ONCE = 500;
  private static final int MOST_PERMITS = 1_000;

  private GateRecords() {}

  /** Whether the result of one of its permits is still awaited, from the runner or a person. */
  static boolean isAwaited(Queries queries, Run run) {
    return queries
        .withTerms(Permit.KIND, List.of(run.head().sessionId()), List.of(run.id()), MOST_PERMITS)
        .stream()
        .map(one -> queries.kept(Permit.KIND, one.key()))
        .anyMatch(permit -> permit != null && isOpen(permit.state()));
  }

  /** Where no time was set for a result none was promised: nobody would ever be asked about it. */
  private static boolean isOpen(PermitState state) {
    return switch (state) {
      case PermitState.Started started -> started.dueAtMs() != null;
      case PermitState.Uncertain uncertain -> !uncertain.forGood();
      case PermitState _ -> false;
    };
  }

  /**
   * Puts them away, some at a time.
   *
   * @param eachRow gets the journal rows that are gone with them
   * @return whether none are left; only then may the run go, by which the others are found
   */
  static boolean discard(Change change, Run run, LongConsumer eachRow) {
    Queries queries = change.queries();
    List<TermHits> some =
        queries.withTerms(
            Triage.KIND, List.of(run.head().sessionId()), List.of(run.id()), GATES_AT_ONCE);
    boolean all = some.size() < GATES_AT_ONCE;
    for (TermHits one : some) {
      Triage triage = change.kept(Triage.KIND, one.key());
      all &= triage == null || discard(change, triage, eachRow);
    }
    // A permit that was used stays known as such while anything of its approval is there.
    return all
        && discardSome(change, run, Succession.KIND)
        && discardSome(change, run, Permit.KIND);
  }

  /** Whether none are left. */
  private static <T extends StoredRecord> boolean discardSome(
      Change change, Run run, RecordKind<T> kind) {
    List<TermHits> some =
        change
            .queries()
            .withTerms(kind, List.of(run.head().sessionId()), List.of(run.id()), GATES_AT_ONCE);
    for (TermHits one : some) {
      T record = change.kept(kind, one.key());
      if (record != null) {
        change.discard(kind, record);
      }
    }
    return some.size() < GATES_AT_ONCE;
  }

  private static boolean discard(Change change, Triage triage, LongConsumer eachRow) {
    List<TriageEntry> entries =
        change
            .queries()
            .keptBelow(TriageEntry.KIND, triage.gateId(), Long.MAX_VALUE, ENTRIES_AT_ONCE);
    entries.forEach(entry -> change.discard(TriageEntry.KIND, entry));
    if (entries.size() == ENTRIES_AT_ONCE) {
      return false;
    }
    change.forgetRows(triage.rows());
    triage.rows().forEach(eachRow::accept);
    change.discard(Triage.KIND, triage);
    return true;
  }
}
