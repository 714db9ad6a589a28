package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.timer.DueWork;
import java.util.List;

/**
 * Answers with a new grant what is like it and already waits: some at a time, behind the commit
 * that stored the grant, and again after a crash.
 */
public final class GrantBacklog implements DueWork {
  private static final int RULES_AT_ONCE = 4;
  private static final int GATES_AT_ONCE = 50;

  private final Commits commits;
  private final Approvals approvals;

  public GrantBacklog(Commits commits, Approvals approvals) {
    this.commits = commits;
    this.approvals = approvals;
  }

  @Override
  public int ring() {
    return commits.commit(
        change -> {
          int done = 0;
          for (PermissionRule stored :
              change.queries().due(PermissionRule.KIND, change.nowMs(), RULES_AT_ONCE)) {
            // An earlier work of the same transaction may have been quicker.
            PermissionRule rule = change.kept(PermissionRule.KIND, stored.key());
            if (rule != null && rule.settlesAbove() != null) {
              settleSome(change, rule, rule.settlesAbove());
              done++;
            }
          }
          return done;
        });
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  private void settleSome(Change change, PermissionRule rule, long above) {
    Scope scope = rule.scope();
    Session session = scope.kind() == ScopeKind.SESSION ? change.session(scope.id()) : null;
    List<GateRow> rows =
        scope.kind() == ScopeKind.SESSION && session == null
            ? List.of()
            : change
                .queries()
                .gates(
                    new Queries.GateFilter(
                        GateKind.APPROVAL,
                        GateState.Status.PENDING,
                        session == null ? null : session.key()),
                    above,
                    GATES_AT_ONCE);
    rows.forEach(row -> settle(change, rule.key(), row));
    PermissionRule now = change.kept(PermissionRule.KIND, rule.key());
    if (now != null) {
      boolean over = rows.size() < GATES_AT_ONCE || !now.isLiveAt(change.nowMs());
      change.keep(PermissionRule.KIND, now.settling(over ? null : rows.getLast().key()));
    }
  }

  /** Answers one approval that still waits, if it is this rule that would have answered it. */
  private void settle(Change change, long ruleKey, GateRow row) {
    Run run = change.run(row.runKey());
    Approval approval =
        run == null || run.status() != RunStatus.WAITING_FOR_APPROVAL
            ? null
            : run.pendingApprovals().stream()
                .filter(one -> one.hasKey(row.key()))
                .findFirst()
                .orElse(null);
    if (run == null
        || approval == null
        || !(approval.state() instanceof ApprovalState.Pending open)
        || open.held() != null
        || !open.isOpenAt(change.nowMs())) {
      return;
    }
    ToolCall call = run.call(approval.callId());
    // What a suspended tenant's rule would have answered waits for a person.
    if (!PermissionRules.isGrantable(approval, MatchableCall.of(run, call))
        || Tenancy.isSuspended(change, run.head().tenantId())) {
      return;
    }
    Permissions.Decision decision =
        Rulebook.decide(
            change, run, call, approval.terms(), Behavior.ASK, approval.isLeftToPeople());
    PermissionRule rule = decision.rule();
    if (rule != null && rule.key() == ruleKey && decision.behavior() == Behavior.ALLOW) {
      approvals.byRule(change, run, approval, rule);
    }
  }
}
