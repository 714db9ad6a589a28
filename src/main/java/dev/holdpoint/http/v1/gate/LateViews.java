package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.LateBodies.LateAnswer;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.LateAnswers;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Caller;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What came too late for a request, for an asker that wants to know of it. */
public final class LateViews {
  private LateViews() {}

  /**
   * Null where nothing came too late, or the asker does not want to know, or another agent looks.
   */
  public static @Nullable List<LateAnswer> of(Engine engine, LateAnswers rule, Run run, Gate gate) {
    if (gate.isPending() || !rule.tells(gate) || isOtherAgent(run.head())) {
      return null;
    }
    List<LateAnswer> all = engine.readAside(queries -> of(queries, gate));
    return all.isEmpty() ? null : all;
  }

  /** What people said to one agent is not for the others. */
  private static boolean isOtherAgent(RunHead run) {
    if (!Caller.NOW.isBound() || Caller.NOW.get().role() != Role.AGENT) {
      return false;
    }
    Caller caller = Caller.NOW.get();
    return !run.submittedBy().equals(caller.principalId())
        && !caller.name().equals(run.principal());
  }

  static ApprovalRow on(ApprovalRow row, @Nullable List<LateAnswer> late) {
    return new ApprovalRow(
        row.sessionId(),
        row.agentId(),
        row.runId(),
        row.runKind(),
        row.status(),
        row.request(),
        row.resolution(),
        late,
        row.triage());
  }

  private static List<LateAnswer> of(Queries queries, Gate gate) {
    Triage triage = queries.kept(Triage.KIND, gate.key());
    return triage == null
        ? List.of()
        : triage.late().stream()
            .map(late -> queries.kept(TriageEntry.KIND, late.entryKey()))
            .filter(Objects::nonNull)
            .filter(entry -> entry.decision() != null)
            .map(
                entry ->
                    new LateAnswer(
                        entry.by(),
                        entry.atMs(),
                        JsonTree.of(Objects.requireNonNull(entry.decision()))))
            .toList();
  }
}
