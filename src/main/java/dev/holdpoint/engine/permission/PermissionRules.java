package dev.holdpoint.engine.permission;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.gate.GrantBacklog;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Standing rules: written by hand, or left behind by whoever allowed a call for longer than once. A
 * rule written by hand speaks for calls that come after it. A grant is an answer to something that
 * was asked, so it also answers what is like it and still waits: {@link GrantBacklog}.
 */
public final class PermissionRules {
  private final Commits commits;

  public PermissionRules(Commits commits) {
    this.commits = commits;
  }

  /**
   * @param scopeId the session or the project; null for a user's
   */
  public record Spec(
      Behavior behavior,
      String tool,
      @Nullable String command,
      ScopeKind scope,
      @Nullable String scopeId,
      @Nullable Long expiresAtMs,
      @Nullable Integer maxUses,
      boolean stepUp,
      @Nullable String target) {
    /** One that does not look at where calls go. */
    public Spec(
        Behavior behavior,
        String tool,
        @Nullable String command,
        ScopeKind scope,
        @Nullable String scopeId,
        @Nullable Long expiresAtMs,
        @Nullable Integer maxUses,
        boolean stepUp) {
      this(behavior, tool, command, scope, scopeId, expiresAtMs, maxUses, stepUp, null);
    }

    /** One that wants no passkey and does not look at where calls go. */
    public Spec(
        Behavior behavior,
        String tool,
        @Nullable String command,
        ScopeKind scope,
        @Nullable String scopeId,
        @Nullable Long expiresAtMs,
        @Nullable Integer maxUses) {
      this(behavior, tool, command, scope, scopeId, expiresAtMs, maxUses, false, null);
    }
  }

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(PermissionRule rule, boolean replayed) {}

  /**
   * @param tenant the caller's, for whose sessions alone it speaks
   */
  public Made add(Spec wish, String tenant, String by, @Nullable IdempotencyKey idempotency) {
    RuleValidation.check(wish);
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made(
                found(change.kept(PermissionRule.KIND, earlier.getAsLong()), tenant), true);
          }
          if (wish.expiresAtMs != null && wish.expiresAtMs <= change.nowMs()) {
            throw Problem.INVALID_PERMISSION_RULE
                .because("The rule would already be expired. Choose a later expires_at_ms.")
                .at("/expires_at_ms", "is in the past")
                .asException();
          }
          PermissionRule rule =
              made(
                  change,
                  wish.behavior,
                  new Calls(wish.tool, wish.command, RuleValidation.target(wish)),
                  RuleValidation.scope(
                      wish, tenant, change::session, id -> change.named(Project.KIND, id)),
                  tenant,
                  new Limits(wish.expiresAtMs, wish.maxUses, wish.stepUp),
                  by,
                  null);
          keep(change, rule);
          OncePerKey.remember(change, idempotency, rule.key());
          return new Made(rule, false);
        });
  }

  /** When a rule ceases to speak. */
  private record Limits(@Nullable Long expiresAtMs, @Nullable Integer maxUses, boolean stepUp) {}

  /** Which calls a rule speaks for. */
  private record Calls(String tool, @Nullable String command, @Nullable String target) {}

  private static PermissionRule made(
      Change change,
      Behavior behavior,
      Calls calls,
      Scope scope,
      String tenant,
      Limits limits,
      String by,
      @Nullable String approvalId) {
    String id = change.newId(PermissionRule.PREFIX);
    return new PermissionRule(
        Ulid.keyOf(PermissionRule.PREFIX, id).orElseThrow(),
        id,
        behavior,
        calls.tool,
        calls.command,
        scope,
        tenant,
        limits.expiresAtMs,
        limits.maxUses,
        0,
        by,
        change.nowMs(),
        approvalId,
        approvalId == null ? null : Long.valueOf(0),
        approvalId != null && calls.command == null && WideRules.isPlainTool(calls.tool),
        limits.stepUp,
        calls.target);
  }

  /** What speaks no more makes room for what does. */
  public static void keep(Change change, PermissionRule rule) {
    List<PermissionRule> others = change.group(PermissionRule.KIND, rule.group());
    boolean isNew = others.stream().noneMatch(other -> other.key() == rule.key());
    if (isNew && others.size() >= PermissionRule.MOST) {
      List<PermissionRule> dead =
          others.stream().filter(other -> !other.isLiveAt(change.nowMs())).toList();
      if (dead.isEmpty()) {
        throw Problem.PERMISSION_RULE_LIMIT
            .because(
                "There are %d rules in this scope, which is the maximum. Revoke some first."
                    .formatted(PermissionRule.MOST))
            .asException();
      }
      dead.forEach(one -> change.discard(PermissionRule.KIND, one));
    }
    change.keep(PermissionRule.KIND, rule);
  }

  /**
   * From here on the rule says nothing; what it has decided stays decided.
   *
   * @param admin whether an admin wants it: others decide calls, and must not be able to remove
   *     what makes them show a passkey for it
   */
  public void revoke(String id, String tenant, boolean admin) {
    commits.commit(
        change -> {
          OptionalLong key = Ulid.keyOf(PermissionRule.PREFIX, id);
          PermissionRule kept =
              key.isPresent() ? change.kept(PermissionRule.KIND, key.getAsLong()) : null;
          PermissionRule rule = found(kept == null || !kept.id().equals(id) ? null : kept, tenant);
          if (rule.stepUp() && !admin) {
            throw Problem.FORBIDDEN
                .because(
                    "This rule wants a passkey, so only an admin can revoke it. Ask an admin. "
                        + "Nothing was changed.")
                .asException();
          }
          change.discard(PermissionRule.KIND, rule);
          return rule;
        });
  }

  /** What is for another tenant does not exist for this one. */
  public static PermissionRule found(@Nullable PermissionRule rule, String tenant) {
    if (rule == null || !(tenant.equals(Tenants.ROOT) || tenant.equals(rule.tenantId()))) {
      throw Problem.PERMISSION_RULE_NOT_FOUND
          .because(
              "There is no such rule; it may have been revoked. GET "
                  + "/v1/permission-rules lists them.")
          .asException();
    }
    return rule;
  }

  /**
   * The rule that whoever allows this approval wants to leave behind; one that says the same is
   * taken in its place. It is not kept yet.
   */
  public static PermissionRule granted(
      Change change, Run run, Approval approval, Grant grant, String by, int index) {
    MatchableCall call = MatchableCall.of(run, run.call(approval.callId()));
    String at = "/resolutions/" + index + "/grant";
    if (call.grants() == MatchableCall.Grants.NO_MODE) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(
              "This changes what the agent asks about: allow it once, without a grant, "
                  + "or deny it. Nothing was resolved.")
          .at(at, "is not available for this call")
          .asException();
    }
    if (!isGrantable(approval, call)) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(call.name() + " can only be allowed once, each time. Nothing was resolved.")
          .at(at, "is not available for this call")
          .asException();
    }
    String pattern =
        grant.patternKey() == null ? approval.patternKeys().getFirst() : grant.patternKey();
    if (!approval.patternKeys().contains(pattern)) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because("Choose one of the approval's pattern_keys. Nothing was resolved.")
          .at(at + "/pattern_key", "is not one of the pattern_keys")
          .asException();
    }
    if (grant.expiresAtMs() != null && grant.expiresAtMs() <= change.nowMs()) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(
              "The grant would already be expired. Choose a later expires_at_ms. "
                  + "Nothing was resolved.")
          .at(at + "/expires_at_ms", "is in the past")
          .asException();
    }
    Scope scope =
        switch (grant.scope()) {
          case SESSION -> new Scope(ScopeKind.SESSION, run.head().sessionId());
          case USER -> new Scope(ScopeKind.USER, run.head().tenantId());
          case PROJECT ->
              throw Problem.APPROVAL_INVALID_RESOLUTION
                  .because(
                      "A grant is for the session or the user. For a project, add a rule with "
                          + "POST /v1/permission-rules. Nothing was resolved.")
                  .at(at + "/scope", "must be session or user")
                  .asException();
        };
    PermissionRule rule =
        made(
            change,
            Behavior.ALLOW,
            granted(call, pattern),
            scope,
            run.head().tenantId(),
            new Limits(grant.expiresAtMs(), grant.maxUses(), false),
            by,
            approval.id());
    return change.group(PermissionRule.KIND, rule.group()).stream()
        .filter(rule::isSameStandingRule)
        .findFirst()
        .map(same -> same.settling(0L))
        .orElse(rule);
  }

  /** The name of the tool stands for all its calls; no other key is that name. */
  private static Calls granted(MatchableCall call, String pattern) {
    if (call.command() != null) {
      return new Calls(call.name(), pattern, null);
    }
    boolean all = call.target() == null || pattern.equals(call.name());
    return new Calls(call.name(), null, all ? null : pattern);
  }

  /**
   * A request for approval is a question of its own each time. A shell call without a command would
   * leave a rule for all commands, and a tool that somebody outside has named like a pattern, or
   * with more words than are kept of it, one for other calls.
   */
  public static boolean isGrantable(Approval approval, MatchableCall call) {
    String pattern = approval.patternKeys().isEmpty() ? "" : approval.patternKeys().getFirst();
    return !call.isRequest()
        && !approval.isGrantless()
        && approval.requestedItems() == null
        && call.isNamedExactly()
        && !approval.patternKeys().isEmpty()
        && (call.grants() == MatchableCall.Grants.ALL
            || call.grants() == MatchableCall.Grants.COMMAND)
        && (call.command() == null
            || (!call.unusual()
                && pattern.length() <= PermissionRule.MAX_COMMAND
                && PermissionRule.isCommandPattern(pattern)));
  }

  /** Counts that the rule has decided a call. */
  public static PermissionRule count(Change change, PermissionRule rule) {
    PermissionRule now = rule.used();
    change.keep(PermissionRule.KIND, now);
    return now;
  }
}
