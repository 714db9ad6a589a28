package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.triage.GateChange;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decisions that have not taken effect yet. */
final class HeldViews {
  private HeldViews() {}

  static @Nullable HeldView of(Approval approval) {
    HeldDecision held = approval.held();
    return held == null
        ? null
        : new HeldView(
            held.by(),
            ApprovalBehavior.valueOf(held.behavior().toUpperCase(Locale.ROOT)),
            held.atMs(),
            held.untilMs());
  }

  /** What an event tells of it: the run is in the same row. */
  static @Nullable HeldView of(JournalRow row, LedgerEvent.GateUpdated updated) {
    return updated.change() == GateChange.HELD && row.run() != null
        ? row.run().approval(updated.gateId()).map(HeldViews::of).orElse(null)
        : null;
  }
}
