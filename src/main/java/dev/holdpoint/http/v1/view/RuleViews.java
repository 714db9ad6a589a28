package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.permission.PermissionBodies.AppliedRule;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.permission.PermissionBodies.PermissionDecision;
import dev.holdpoint.api.permission.PermissionBodies.PermissionMatch;
import dev.holdpoint.api.permission.PermissionBodies.PermissionPreview;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleStatus;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScope;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permission.Explanation;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.permission.RulePreview;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Permission rules as a client sees them. */
public final class RuleViews {
  private RuleViews() {}

  public static PermissionRuleView of(PermissionRule rule, long nowMs) {
    return new PermissionRuleView(
        rule.id(),
        PermissionBehavior.valueOf(rule.behavior().name()),
        rule.toolPattern(),
        rule.commandPattern(),
        scope(rule.scope()),
        rule.expiresAtMs(),
        rule.maxUses(),
        rule.uses(),
        rule.createdBy(),
        rule.createdAtMs(),
        rule.approvalId(),
        status(rule, nowMs),
        rule.stepUp() ? "passkey" : null,
        Explanation.of(rule, nowMs),
        rule.target());
  }

  private static PermissionRuleStatus status(PermissionRule rule, long nowMs) {
    if (rule.isUsedUp()) {
      return PermissionRuleStatus.USED_UP;
    }
    return rule.isExpiredAt(nowMs) ? PermissionRuleStatus.EXPIRED : PermissionRuleStatus.ACTIVE;
  }

  public static PermissionPreview of(RulePreview.Findings findings) {
    List<PermissionMatch> matched = findings.matched().stream().map(RuleViews::match).toList();
    return new PermissionPreview(
        findings.examined(),
        findings.truncated(),
        matched,
        count(matched, PermissionDecision.DENIED),
        count(matched, PermissionDecision.ALLOWED));
  }

  private static int count(List<PermissionMatch> matched, PermissionDecision decision) {
    return (int) matched.stream().filter(match -> match.decision() == decision).count();
  }

  private static PermissionMatch match(RulePreview.PastCall past) {
    Description said = Descriptions.of(past.call());
    return new PermissionMatch(
        past.sessionId(),
        past.runId(),
        past.call().id(),
        past.ruled().name(),
        JsonNodes.of(past.call().input()),
        past.command(),
        past.requestedAtMs(),
        PermissionDecision.valueOf(past.outcome().decision().name()),
        past.outcome().by(),
        past.outcome().reason(),
        past.approvalId(),
        said.title(),
        DescribedViews.kind(said.kind()),
        DescribedViews.risk(said.risk()),
        past.outcome().ruleId());
  }

  static AppliedRule applied(PermissionRule rule) {
    return new AppliedRule(
        rule.id(),
        PermissionBehavior.valueOf(rule.behavior().name()),
        rule.toolPattern(),
        rule.commandPattern(),
        scope(rule.scope()),
        rule.expiresAtMs(),
        rule.maxUses(),
        rule.uses(),
        rule.createdBy(),
        rule.createdAtMs(),
        rule.approvalId(),
        rule.target());
  }

  /** A user's rule is for all of the tenant, which the caller knows. */
  static PermissionScope scope(PermissionRule.Scope scope) {
    return new PermissionScope(
        PermissionScopeKind.valueOf(scope.kind().name()),
        scope.kind() == PermissionRule.ScopeKind.USER ? null : scope.id());
  }

  /** The rule that decided, or that came of it: what an approver sends along makes none. */
  static @Nullable String idOf(ApprovalState.Settled settled) {
    if (settled instanceof ApprovalState.Allowed allowed) {
      return allowed.ruleId();
    }
    return settled.by().startsWith(PermissionRule.BY)
        ? settled.by().substring(PermissionRule.BY.length())
        : null;
  }
}
