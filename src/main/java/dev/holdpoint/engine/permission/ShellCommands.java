package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The commands of shell calls, for the rules that look at them. */
public final class ShellCommands {
  public static final String SHELL = "bash";

  /** Claude Code's own, which takes the same; a rule for the one does not speak for the other. */
  public static final String CLAUDE_SHELL = "Bash";

  /** What agents outside call their shells. */
  private static final Set<String> AGENT_SHELLS =
      Set.of("run_shell_command", "exec_command", "execute", "shell", SHELL, CLAUDE_SHELL);

  /** What does not change what a command may do there; leaving its sandbox does. */
  private static final Set<String> CLAUDE_MEMBERS =
      Set.of("command", "description", "timeout", "run_in_background");

  private ShellCommands() {}

  public static boolean isShell(String tool) {
    return tool.equals(SHELL) || tool.equals(CLAUDE_SHELL);
  }

  /** Whether a rule for such tools could ever look at a command. */
  static boolean areAmong(String toolPattern) {
    return PermissionRule.coversTool(toolPattern, SHELL)
        || PermissionRule.coversTool(toolPattern, CLAUDE_SHELL)
        || toolPattern.startsWith(MatchableCall.AGENT)
        || toolPattern.startsWith("hook:");
  }

  /** Whether an agent that calls a tool so runs commands with it. */
  public static boolean isAgentShell(@Nullable String tool) {
    return tool != null && AGENT_SHELLS.contains(tool);
  }

  static Stream<String> agentShells() {
    return AGENT_SHELLS.stream();
  }

  /** Null for every other tool, and for a call that has none. */
  public static @Nullable String of(ToolCall call) {
    return member(call, "command");
  }

  /** Whether the call says more of its command than rules know of: none lets it run unasked. */
  public static boolean isUnusual(ToolCall call) {
    if (!call.tool().equals(CLAUDE_SHELL)) {
      return false;
    }
    try {
      return !CLAUDE_MEMBERS.containsAll(JsonTree.read(call.input().text()).propertyNames());
    } catch (NotJson e) {
      return true;
    }
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
