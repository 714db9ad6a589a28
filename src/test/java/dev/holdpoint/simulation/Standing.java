package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What holds of standing rules: each call that one decides is told once and counted, none decides
 * more than it may, and no call is decided by a rule of which nothing is told.
 */
final class Standing {
  private final MemoryTables tables;
  private final Map<String, Integer> told = new HashMap<>();
  private final Set<String> decided = new HashSet<>();

  Standing(MemoryTables tables) {
    this.tables = tables;
  }

  void check(JournalRow row) {
    Run run = row.run();
    for (LedgerEvent event : row.events()) {
      if (run != null && event instanceof LedgerEvent.RuleApplied applied) {
        applied(run, applied);
      }
    }
    if (run != null) {
      run.calls().forEach(call -> ruled(run, call));
      run.approvals().forEach(approval -> settled(run, approval));
    }
  }

  private void applied(Run run, LedgerEvent.RuleApplied applied) {
    PermissionRule rule = applied.rule();
    int times = told.merge(rule.id(), 1, Integer::sum);
    hold(
        decided.add(run.id() + " " + applied.callId() + " " + rule.id()),
        "%s of %s was decided by %s twice",
        applied.callId(),
        run.id(),
        rule.id());
    hold(
        times == rule.uses() && (rule.maxUses() == null || times <= rule.maxUses()),
        "%s has decided %d calls, counts %d and may decide %s",
        rule.id(),
        times,
        rule.uses(),
        rule.maxUses());
    hold(
        rule.scope().kind() != PermissionRule.ScopeKind.SESSION
            || rule.scope().id().equals(run.head().sessionId()),
        "%s speaks for session %s",
        rule,
        run.head().sessionId());
  }

  private void ruled(Run run, Call call) {
    RuleDecision ruling = call.ruling();
    hold(
        ruling == null
            || decided.contains(run.id() + " " + call.call().id() + " " + ruling.ruleId()),
        "%s of %s has a ruling of which nothing is told",
        call.call().id(),
        run.id());
  }

  private void settled(Run run, Approval approval) {
    if (approval.state() instanceof ApprovalState.Allowed allowed
        && allowed.by().startsWith("rule:")) {
      hold(
          decided.contains(run.id() + " " + approval.callId() + " " + allowed.ruleId()),
          "%s was allowed by a rule of which nothing is told",
          approval.id());
    }
  }

  /** The rules as they are when everything has come to its end. */
  void reckon() {
    for (PermissionRule rule :
        tables.keptBelow(PermissionRule.KIND, null, Long.MAX_VALUE, Integer.MAX_VALUE)) {
      hold(
          rule.uses() == told.getOrDefault(rule.id(), 0),
          "%s counts %d uses, and %d calls were told of",
          rule.id(),
          rule.uses(),
          told.getOrDefault(rule.id(), 0));
      hold(rule.dueAtMs() == null, "%s has not answered all that waited for it", rule.id());
    }
  }

  int decisions() {
    return decided.size();
  }
}
