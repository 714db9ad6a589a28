package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageClaim;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.gate.TriageBodies.TriageLook;
import dev.holdpoint.api.gate.TriageBodies.TriageSnooze;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.api.page.PageBodies.MorePages;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageState;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people did about gates, as a client sees it who is no agent. */
public final class TriageViews {
  private TriageViews() {}

  static GateTriage of(TriageState state) {
    return new GateTriage(
        looks(state),
        claim(state),
        snoozes(state),
        state.watchers(),
        state.reminded(),
        state.comments());
  }

  public static TriageView of(
      String gateId, TriageState state, List<TriageEntry> log, MorePages more) {
    return new TriageView(
        gateId,
        looks(state),
        claim(state),
        snoozes(state),
        state.watchers(),
        state.reminded(),
        state.comments(),
        log.stream().map(TriageViews::entry).toList(),
        more);
  }

  private static List<TriageLook> looks(TriageState state) {
    return state.seen().stream()
        .map(one -> new TriageLook(one.by(), one.firstAtMs(), one.lastAtMs()))
        .toList();
  }

  private static @Nullable TriageClaim claim(TriageState state) {
    var claim = state.claim();
    return claim == null
        ? null
        : new TriageClaim(claim.by(), claim.atMs(), claim.untilMs(), claim.assignedBy());
  }

  private static List<TriageSnooze> snoozes(TriageState state) {
    return state.snoozes().stream().map(one -> new TriageSnooze(one.by(), one.untilMs())).toList();
  }

  private static TriageLogEntry entry(TriageEntry entry) {
    return new TriageLogEntry(
        entry.id(),
        entry.atMs(),
        entry.by(),
        GateChangeWord.valueOf(entry.change().name()),
        entry.text(),
        entry.to(),
        entry.untilMs(),
        entry.stage(),
        JsonNodes.orNull(entry.decision()));
  }
}
