package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.project.Project;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.Queries;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What somebody wants a rule to be: whether it makes sense, and for whom it would speak. */
public final class RuleWishes {
  private static final String NOTHING_WRITTEN = " Nothing was written.";

  private RuleWishes() {}

  static void check(PermissionRules.Wish wish) {
    if (!PermissionRule.isToolPattern(wish.tool())) {
      throw wrong(
          "tool is a tool's name, a prefix followed by one *, or * alone.",
          "/tool",
          "has a * that is not at its end, or is blank");
    }
    checkCommand(wish);
    if (wish.scope() == ScopeKind.USER && wish.scopeId() != null) {
      throw wrong(
          "A user's rule is for every session of the tenant; leave scope.id out.",
          "/scope/id",
          "goes with session and project alone");
    }
    if (wish.scope() != ScopeKind.USER && wish.scopeId() == null) {
      throw wrong("Say which one as scope.id.", "/scope/id", "is required");
    }
  }

  /** A rule as it would be, which is kept nowhere and speaks for nothing. */
  public static PermissionRule imagined(Queries queries, PermissionRules.Wish wish, String tenant) {
    check(wish);
    return new PermissionRule(
        0,
        "",
        wish.behavior(),
        wish.tool(),
        wish.command(),
        scope(wish, tenant, queries::session, id -> queries.named(Project.SHELF, id)),
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
      PermissionRules.Wish wish,
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
        "A rule for one %s names it as scope.id; there is no such %s.".formatted(kind, kind),
        "/scope/id",
        "names no " + kind);
  }

  private static void checkCommand(PermissionRules.Wish wish) {
    String command = wish.command();
    if (command == null) {
      return;
    }
    if (!PermissionRule.isCommandPattern(command)) {
      throw wrong(
          "command is a whole command, or its first words followed by ' *'; leave it out for every"
              + " command.",
          "/command",
          "says nothing");
    }
    // Read as a whole command, which is almost never what was meant, it would hardly ever speak.
    if (command.endsWith("*") && !command.endsWith(" *") && command.charAt(0) != '=') {
      throw wrong(
          "Put a blank before the * for all commands that begin so, or = before the command to"
              + " mean exactly this text.",
          "/command",
          "ends in a * without a blank before it");
    }
    if (!Commands.areAmong(wish.tool())) {
      throw wrong(
          "Only bash, Claude Code's Bash and the tools of agents (acp:…, hook:…) have commands; leave"
              + " command out for other tools.",
          "/command",
          "goes with shells alone");
    }
  }

  private static Refused wrong(String detail, String pointer, String message) {
    return Problem.INVALID_PERMISSION_RULE
        .because(detail + NOTHING_WRITTEN)
        .at(pointer, message)
        .asException();
  }
}
