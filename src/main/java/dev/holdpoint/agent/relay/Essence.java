package dev.holdpoint.agent.relay;

import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.ShellCommands;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What makes two asks of an agent the same: one that was brought back asks for the same in slightly
 * other words. Two asks of which nobody can tell are not the same, and then somebody is asked
 * twice.
 *
 * @param tool the agent's name for the tool where the command is known, else its title
 * @param command null where it is not known
 * @param rest of the input: where the command is known, the folder and whatever nobody knows
 * @param reason empty where the command is known
 */
record Essence(String tool, @Nullable String command, JsonNode rest, String reason) {
  /** What an agent makes anew each time it asks. */
  private static final Set<String> PASSING =
      Set.of(
          "call_id",
          "callId",
          "turn_id",
          "turnId",
          "tool_call_id",
          "toolCallId",
          "started_at_ms",
          "startedAtMs",
          "timestamp");

  /**
   * The same, if they stand beside a call or a turn. Alone they may name what a tool works on, and
   * a yes for one thing is none for another.
   */
  private static final Set<String> BESIDE =
      Set.of("item_id", "itemId", "approval_id", "approvalId", "request_id", "requestId");

  private static final Set<String> FRAME =
      Set.of("call_id", "callId", "turn_id", "turnId", "tool_call_id", "toolCallId");

  /** Where a command runs. */
  private static final Set<String> FOLDERS = Set.of("cwd", "workdir", "directory", "dir_path");

  private static final Set<String> COMMANDS = Set.of("command", "cmd");

  static Essence of(ToolCall call, String reason) {
    AgentCall agent = call.agent();
    JsonNode input = JsonTree.of(call.input());
    if (agent == null || agent.kind() != AgentCall.Kind.SHELL || agent.command() == null) {
      JsonNode rest = without(input, PASSING);
      if (FRAME.stream().anyMatch(input::has)) {
        rest = without(rest, BESIDE);
      }
      // What says nothing else may be for anything.
      return new Essence(call.tool(), null, rest.isEmpty() ? input : rest, reason);
    }
    // What is unusual may run something else than its command says, so all of it counts.
    return new Essence(
        agent.tool(),
        agent.command(),
        without(
            input,
            ShellCommands.usualMembers().stream()
                .filter(name -> !FOLDERS.contains(name))
                .filter(name -> !(agent.unusual() && COMMANDS.contains(name)))
                .toList()),
        "");
  }

  private static JsonNode without(JsonNode input, Collection<String> members) {
    return input instanceof ObjectNode object ? object.deepCopy().remove(members) : input;
  }
}
