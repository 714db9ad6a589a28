package dev.holdpoint.core.permission;

/**
 * What a rule has said about one call, for good: the rule may be revoked before the call is carried
 * out, and what was decided stays decided.
 *
 * @param givenBy whose rule it is
 */
public record RuleDecision(String ruleId, Behavior behavior, String givenBy) {
  public static RuleDecision of(PermissionRule rule) {
    return new RuleDecision(rule.id(), rule.behavior(), rule.createdBy());
  }

  /** What the model is told when the call must not run. */
  public String reason() {
    return "The permission rule " + ruleId + ", added by " + givenBy + ", denies this call.";
  }

  public boolean denies() {
    return behavior == Behavior.DENY;
  }
}
