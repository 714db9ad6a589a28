package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
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

  /** What programs that ask by a hook call their shells, where the command is a member. */
  private static final Set<String> HOOK_SHELLS =
      Set.of("run_shell_command", "shell", "Shell", SHELL, CLAUDE_SHELL);

  /** With anything else the command may not be all that runs, or may run elsewhere. */
  private static final Set<String> AGENT_MEMBERS =
      Set.of(
          "approval_id",
          "approvalId",
          "call_id",
          "callId",
          "cmd",
          "command",
          "cwd",
          "description",
          "directory",
          "dir_path",
          "is_background",
          "item_id",
          "itemId",
          "justification",
          "parsed_cmd",
          "reason",
          "request_id",
          "requestId",
          "run_in_background",
          "started_at_ms",
          "startedAtMs",
          "timeout",
          "timeout_ms",
          "timestamp",
          "tool_call_id",
          "toolCallId",
          "turn_id",
          "turnId",
          "workdir");

  /** Whether a program waits for its command does not change what the command does. */
  private static final String HOOK_MODE = "mode";

  private ShellCommands() {}

  public static boolean isShell(String tool) {
    return tool.equals(SHELL) || tool.equals(CLAUDE_SHELL);
  }

  /** Whether a rule for such tools could ever look at a command. */
  static boolean areAmong(String toolPattern) {
    return PermissionRule.coversTool(toolPattern, SHELL)
        || PermissionRule.coversTool(toolPattern, CLAUDE_SHELL)
        || isOf(MatchableCall.AGENT, toolPattern)
        || isOf(MatchableCall.HOOK, toolPattern);
  }

  private static boolean isOf(String owners, String toolPattern) {
    return toolPattern.startsWith(owners) || PermissionRule.coversTool(toolPattern, owners);
  }

  /** Whether an agent that calls a tool so runs commands with it. */
  public static boolean isAgentShell(@Nullable String tool) {
    return tool != null && AGENT_SHELLS.contains(tool);
  }

  static Stream<String> agentShells() {
    return AGENT_SHELLS.stream();
  }

  static Stream<String> hookShells() {
    return Stream.concat(HOOK_SHELLS.stream(), agentShells());
  }

  /** Whether a program that calls a tool so, and asks by a hook, runs commands with it. */
  static boolean isHookShell(String tool) {
    return HOOK_SHELLS.contains(tool) || isAgentShell(tool);
  }

  /** What an agent may say of its command without changing what it does, but for where. */
  public static Set<String> usualMembers() {
    return AGENT_MEMBERS;
  }

  /** Whether an agent says of its command only what rules know of. */
  public static boolean isUsual(JsonNode input) {
    return AGENT_MEMBERS.containsAll(input.propertyNames());
  }

  /**
   * What rules see of a tool of a program that asks by its hook.
   *
   * @param tool the program's own name for it
   */
  static AgentCall ofHook(String tool, Json input) {
    JsonNode members = JsonTree.of(input);
    JsonNode command = members.path("command");
    boolean known = HOOK_SHELLS.contains(tool) && command.isString();
    boolean usual =
        members.propertyNames().stream()
            .allMatch(name -> name.equals(HOOK_MODE) || AGENT_MEMBERS.contains(name));
    return new AgentCall(
        AgentCall.Kind.HOOK,
        tool,
        known ? command.stringValue() : null,
        false,
        known && (!usual || members.has("cmd")));
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
