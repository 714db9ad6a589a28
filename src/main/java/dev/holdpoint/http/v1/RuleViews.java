package dev.holdpoint.http.v1;

import dev.holdpoint.api.AppliedRule;
import dev.holdpoint.api.PermissionBehavior;
import dev.holdpoint.api.PermissionScope;
import dev.holdpoint.api.PermissionScopeKind;
import dev.holdpoint.core.permission.PermissionRule;

/** Permission rules as a client sees them. */
final class RuleViews {
  private RuleViews() {}

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
        rule.approvalId());
  }

  /** A user's rule is for all of the tenant, which the caller knows. */
  static PermissionScope scope(PermissionRule.Scope scope) {
    return new PermissionScope(
        PermissionScopeKind.valueOf(scope.kind().name()),
        scope.kind() == PermissionRule.ScopeKind.USER ? null : scope.id());
  }
}
