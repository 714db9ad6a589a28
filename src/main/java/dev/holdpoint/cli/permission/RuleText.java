package dev.holdpoint.cli.permission;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.permission.PermissionBodies.PermissionMatch;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleStatus;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScope;
import dev.holdpoint.cli.Times;

/** Rules in words. */
final class RuleText {
  private RuleText() {}

  static String calls(PermissionRuleView rule) {
    String only = rule.command() == null ? rule.target() : rule.command();
    return only == null ? rule.tool() : rule.tool() + ": " + only;
  }

  static String where(PermissionScope scope) {
    return switch (scope.kind()) {
      case SESSION -> "session " + scope.id();
      case PROJECT -> "project " + scope.id();
      case USER -> "everywhere";
    };
  }

  static String uses(PermissionRuleView rule) {
    return rule.maxUses() == null
        ? Integer.toString(rule.uses())
        : rule.uses() + " of " + rule.maxUses();
  }

  /** Until when, or why no longer. */
  static String ends(PermissionRuleView rule, long nowMs) {
    if (rule.status() == PermissionRuleStatus.USED_UP) {
      return "used up";
    }
    return rule.expiresAtMs() == null
        ? "when revoked"
        : (rule.status() == PermissionRuleStatus.EXPIRED ? "expired " : "")
            + Times.from(nowMs, rule.expiresAtMs());
  }

  /** {@code allowed by ada}, {@code denied by rule rul_…}, {@code not asked}. */
  static String outcome(PermissionMatch match) {
    String word = Wire.name(match.decision()).replace('_', ' ');
    return switch (match.decision()) {
      case ALLOWED, DENIED ->
          word
              + (match.by() == null ? "" : " by " + match.by())
              + (match.reason() == null ? "" : ": " + match.reason());
      case ALLOWED_BY_RULE, DENIED_BY_RULE ->
          word + (match.ruleId() == null ? "" : " " + match.ruleId());
      case EXPIRED, WITHDRAWN, PENDING, NOT_ASKED -> word;
    };
  }
}
