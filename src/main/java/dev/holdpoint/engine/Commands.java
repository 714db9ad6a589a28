package dev.holdpoint.engine;

import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The commands of shell calls, for the rules that look at them. */
public final class Commands {
  public static final String SHELL = "bash";

  /** Claude Code's own, which takes the same; a rule for the one does not speak for the other. */
  private static final String CLAUDE_SHELL = "Bash";

  private Commands() {}

  public static boolean isShell(String tool) {
    return tool.equals(SHELL) || tool.equals(CLAUDE_SHELL);
  }

  /** Whether a rule for such tools could ever look at a command. */
  static boolean areAmong(String toolPattern) {
    return PermissionRule.coversTool(toolPattern, SHELL)
        || PermissionRule.coversTool(toolPattern, CLAUDE_SHELL);
  }

  /** Null for every other tool, and for a call that has none. */
  public static @Nullable String of(ToolCall call) {
    return member(call, "command");
  }

  /** Where the command would run, if not where commands do. */
  public static @Nullable String folder(ToolCall call) {
    return member(call, "cwd");
  }

  private static @Nullable String member(ToolCall call, String name) {
    if (!isShell(call.tool())) {
      return null;
    }
    try {
      JsonNode value = JsonTree.read(call.input().text()).get(name);
      return value != null && value.isString() ? value.stringValue() : null;
    } catch (NotJson e) {
      return null;
    }
  }
}
