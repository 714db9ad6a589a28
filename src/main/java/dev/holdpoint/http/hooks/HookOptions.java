package dev.holdpoint.http.hooks;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.hook.HookBodies.ClaudeToolUse;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.server.Call;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * On which terms a hook asks, as its URL says.
 *
 * @param only for which tools; empty for all
 * @param then what is answered when nobody has decided in time; null when it was not said
 */
record HookOptions(long waitMs, List<String> only, @Nullable Then then) {
  /** What becomes of a tool use that nobody has decided in time. */
  enum Then {
    DEFER,
    ASK,
    DENY
  }

  /** In these modes Claude Code lets things run unasked, so what it does not put off would run. */
  private static final Set<String> ASKS_NOBODY = Set.of("acceptEdits", "auto", "bypassPermissions");

  static HookOptions of(Call call, HookTimeouts patience) {
    long wait = call.longQuery("wait_ms", patience.waitMs(), 0, Limits.HOOK_WAIT_MS);
    return new HookOptions(
        Math.min(wait, patience.maxWaitMs()), names(call.query("only")), then(call));
  }

  private static List<String> names(@Nullable String only) {
    if (only == null) {
      return List.of();
    }
    List<String> names = Arrays.stream(only.split(",", -1)).map(String::strip).toList();
    if (only.length() > Limits.HOOK_TOOLS
        || !names.stream().allMatch(PermissionRule::isToolPattern)) {
      throw Problem.INVALID_REQUEST
          .because(
              "The query parameter only must be a comma-separated list of tool names, "
                  + "each complete or ending in one *: only=Bash,Write,mcp__*.")
          .asException();
    }
    return names;
  }

  private static @Nullable Then then(Call call) {
    String said = call.query("then");
    if (said == null) {
      return null;
    }
    List<String> known =
        call.endpoint().query().stream()
            .filter(query -> query.name().equals("then"))
            .findFirst()
            .map(Endpoint.Query::values)
            .orElse(List.of());
    if (!known.contains(said)) {
      throw Problem.INVALID_REQUEST
          .because("The query parameter then must be one of " + String.join(", ", known) + ".")
          .asException();
    }
    return Then.valueOf(said.toUpperCase(Locale.ROOT));
  }

  boolean speakFor(String tool) {
    return only.isEmpty() || only.stream().anyMatch(one -> PermissionRule.coversTool(one, tool));
  }

  /**
   * Claude Code heeds {@code defer} only where it runs without a terminal and uses one tool at a
   * time. Everywhere else it goes by its own settings, and where these let things run, putting off
   * would be a yes. Whoever wants it nevertheless says so.
   */
  Then thenFor(ClaudeToolUse use) {
    if (then != null) {
      return then;
    }
    String mode = use.permissionMode();
    return mode != null && ASKS_NOBODY.contains(mode) ? Then.DENY : Then.DEFER;
  }
}
