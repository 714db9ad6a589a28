package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.permission.Target;
import dev.holdpoint.core.permission.Target.Kind;
import dev.holdpoint.core.permission.TargetPattern;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.engine.port.store.Queries;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    target(wish);
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
        null,
        false,
        null,
        target(wish));
  }

  /** What the calls of the rule go to, in normal form; null where it speaks for all of its tool. */
  static @Nullable String target(PermissionRules.Spec wish) {
    String target = wish.target();
    if (target == null) {
      return null;
    }
    if (wish.command() != null) {
      throw wrong(
          "A rule looks at the command of a call or at its target. Send one of them.",
          "/target",
          "is not allowed together with command");
    }
    Set<Kind> kinds =
        Target.TOOLS.entrySet().stream()
            .filter(tool -> PermissionRule.coversTool(wish.tool(), tool.getKey()))
            .map(Map.Entry::getValue)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
    if (kinds.isEmpty()) {
      throw wrong(
          "Only http_request, read_file, write_file, edit_file and Claude Code's Write, Edit, "
              + "MultiEdit, NotebookEdit and WebFetch have a target. Omit target for other tools.",
          "/target",
          "is not allowed for this tool");
    }
    TargetPattern pattern = TargetPattern.parse(target);
    if (pattern == null || !kinds.contains(pattern.kind())) {
      throw wrong("The target of such a rule is " + forms(kinds) + ".", "/target", "is not valid");
    }
    return pattern.text();
  }

  private static String forms(Set<Kind> kinds) {
    return kinds.stream()
        .map(
            kind ->
                switch (kind) {
                  case WEB -> TargetPattern.WEB_FORM;
                  case WORKSPACE -> "a path in the workspace, such as src/pricing.ts or src/**";
                  case ABSOLUTE -> "an absolute path, such as /home/ada/shop/src/**";
                })
        .collect(Collectors.joining("; or "));
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
