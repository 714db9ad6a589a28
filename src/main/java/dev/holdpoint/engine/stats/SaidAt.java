package dev.holdpoint.engine.stats;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.Queries;

/**
 * When a person said what decided a gate. A decision that is held takes effect later, and a yes may
 * be enough only once a stage opens.
 */
final class SaidAt {
  /** What else people may have noted within the minute that a decision is held at most. */
  private static final int MOST_READ = 100;

  private SaidAt() {}

  static long of(Queries queries, Gate gate, GateState.Settled settled) {
    if (settled instanceof ApprovalState.Allowed allowed && !allowed.endorsements().isEmpty()) {
      return allowed.endorsements().stream()
          .filter(yes -> yes.by().equals(settled.by()))
          .mapToLong(yes -> yes.atMs())
          .findFirst()
          .orElse(settled.atMs());
    }
    return gate instanceof Approval approval && wasHeld(approval)
        ? held(queries, approval, settled)
        : settled.atMs();
  }

  private static boolean wasHeld(Approval approval) {
    return approval.sent() != null && JsonTree.of(approval.sent()).path("hold_ms").asLong(0) > 0;
  }

  private static long held(Queries queries, Approval approval, GateState.Settled settled) {
    for (TriageEntry entry :
        queries.keptBelow(TriageEntry.KIND, approval.id(), Long.MAX_VALUE, MOST_READ)) {
      if (entry.change() == GateChange.HELD
          && entry.by().equals(settled.by())
          && entry.atMs() <= settled.atMs()) {
        return entry.atMs();
      }
    }
    return settled.atMs();
  }
}
