package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.engine.port.store.Queries;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What somebody wants a rule to be: whether it makes sense, and for whom it would speak. */
public final class RuleValidation {
  private static final String NOTHING_WRITTEN = " Nothing was written.";

  private RuleValidation() {}

  static void check(PermissionRules.Spec wish) {
    if (!PermissionRule.isToolPattern(wish.tool())) {
      throw wrong(
          "tool is the name of a tool, a prefix followed by one *, or * alone.",
          "/tool",
          "is blank, or has a * before its end");
    }
    checkCommand(wish);
    if (wish.scope() == ScopeKind.USER && wish.scopeId() != null) {
      throw wrong(
          "A rule with scope user applies to all sessions of the tenant. Omit scope.id.",
          "/scope/id",
          "is allowed only with scope session or project");
    }
    if (wish.scope() != ScopeKind.USER && wish.scopeId() == null) {
      throw wrong("Set scope.id.", "/scope/id", "is required");
    }
  }

  /** A rule as it would be, which is kept nowhere and speaks for nothing. */
  public static PermissionRule imagined(Queries queries, PermissionRules.Spec wish, String tenant) {
    check(wish);
    return new PermissionRule(
        0,
        "",
        wish.behavior(),
        wish.tool(),
        wish.command(),
        scope(wish, tenant, queries::session, id -> queries.named(Project.KIND, id)),
        tenant,
        null,
        null,
        0,
        "",
        0,
        null,
        null);
  }

  static Scope scope(
      PermissionRules.Spec wish,
      String tenant,
      Function<String, @Nullable Session> sessions,
      Function<String, @Nullable Project> projects) {
    if (wish.scope() == ScopeKind.USER) {
      return new Scope(ScopeKind.USER, tenant);
    }
    String id = wish.scopeId() == null ? "" : wish.scopeId();
    if (wish.scope() == ScopeKind.PROJECT) {
      if (projects.apply(id) == null) {
        throw unknown("project");
      }
    } else {
      Session session = sessions.apply(id);
      if (session == null || !session.tenantId().equals(tenant)) {
        throw unknown("session");
      }
    }
    return new Scope(wish.scope(), id);
  }

  private static Refused unknown(String kind) {
    return wrong(
        "A rule with scope %s requires its id in scope.id; there is no such %s."
            .formatted(kind, kind),
        "/scope/id",
        "is not a " + kind);
  }

  private static void checkCommand(PermissionRules.Spec wish) {
    String command = wish.command();
    if (command == null) {
      return;
    }
    if (!PermissionRule.isCommandPattern(command)) {
      throw wrong(
          "command is a whole command, or its first words followed by ' *'. Omit "
              + "it to match every command.",
          "/command",
          "says nothing");
    }
    // Read as a whole command, which is almost never what was meant, it would hardly ever speak.
    if (command.endsWith("*") && !command.endsWith(" *") && command.charAt(0) != '=') {
      throw wrong(
          "Put a blank before the * to match all commands that begin this way, or "
              + "= before the command to match exactly this text.",
          "/command",
          "ends in a * without a blank before it");
    }
    if (!ShellCommands.areAmong(wish.tool())) {
      throw wrong(
          "Only bash, Claude Code's Bash and the tools of agents (acp:…, hook:…) "
              + "have commands. Omit command for other tools.",
          "/command",
          "is allowed only for shells");
    }
  }

  private static Refused wrong(String detail, String pointer, String message) {
    return Problem.INVALID_PERMISSION_RULE
        .because(detail + NOTHING_WRITTEN)
        .at(pointer, message)
        .asException();
  }
}
