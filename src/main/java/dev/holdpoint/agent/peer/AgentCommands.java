package dev.holdpoint.agent.peer;

import dev.holdpoint.core.permission.ProgramRunners;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.ShellCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the command in what an agent outside asks for, in the words of each kind of agent. */
public final class AgentCommands {
  private static final String EXECUTE = "execute";

  /** Its title of a shell call is the command (0.61.0). */
  private static final String TITLES_COMMANDS = "gemini-cli";

  /** A longer name could not be that of a rule. */
  private static final int NAME = 200;

  private static final Set<String> FOLDERS = Set.of("", "/bin/", "/usr/bin/", "/usr/local/bin/");
  private static final Set<String> RUNS_TEXT = Set.of("-c", "-lc");

  private AgentCommands() {}

  /** Null for a tool that is no shell. */
  public static @Nullable AgentCall ofClaude(String tool, JsonNode input) {
    ToolCall call = new ToolCall("", tool, JsonTree.write(input));
    return tool.equals(ShellCommands.CLAUDE_SHELL)
        ? new AgentCall(
            AgentCall.Kind.SHELL,
            tool,
            ShellCommands.of(call),
            false,
            ShellCommands.isUnusual(call))
        : null;
  }

  /**
   * @param input of the call that the permission is for; null when it is not known
   */
  public static @Nullable AgentCall ofOpenCode(
      String permission, @Nullable Json input, JsonNode metadata) {
    if (!permission.equals(ShellCommands.SHELL)) {
      return null;
    }
    JsonNode members = input == null ? JsonTree.object() : JsonTree.of(input);
    JsonNode command = members.path("command");
    return new AgentCall(
        AgentCall.Kind.SHELL,
        permission,
        text(command.isString() ? command : metadata.path("command")),
        false,
        !ShellCommands.isUsual(members) || members.has("cmd"));
  }

  /**
   * @param agent what the agent calls itself
   * @param toolCall of {@code session/request_permission}
   */
  public static @Nullable AgentCall ofAcp(
      String agent, @Nullable String kind, @Nullable String title, JsonNode toolCall) {
    if ("switch_mode".equals(kind)) {
      return new AgentCall(AgentCall.Kind.MODE, "switch_mode", null, false, false);
    }
    String named = text(toolCall.path("_meta").path("toolName"));
    if (!isExecute(kind) && !ShellCommands.isAgentShell(named == null ? title : named)) {
      return null;
    }
    String tool = named == null || named.isBlank() || named.length() > NAME ? EXECUTE : named;
    JsonNode raw = toolCall.path("rawInput");
    if (raw.isMissingNode() || raw.isNull()) {
      return new AgentCall(
          AgentCall.Kind.SHELL, EXECUTE, title, !agent.equals(TITLES_COMMANDS), false);
    }
    return new AgentCall(
        AgentCall.Kind.SHELL,
        tool,
        command(raw.has("command") ? raw.path("command") : raw.path("cmd")),
        false,
        !ShellCommands.isUsual(raw) || (raw.has("command") && raw.has("cmd")));
  }

  private static boolean isExecute(@Nullable String kind) {
    return EXECUTE.equals(kind);
  }

  private static @Nullable String command(JsonNode said) {
    if (!said.isArray()) {
      return text(said);
    }
    List<String> words = new ArrayList<>();
    for (JsonNode word : said) {
      if (!word.isString()) {
        return null;
      }
      words.add(word.stringValue());
    }
    if (words.size() == 3 && isShell(words.getFirst()) && RUNS_TEXT.contains(words.get(1))) {
      return words.getLast();
    }
    return words.isEmpty()
        ? null
        : String.join(" ", words.stream().map(AgentCommands::quoted).toList());
  }

  /** A shell of the system: one that the agent has put elsewhere may run anything. */
  private static boolean isShell(String program) {
    String folder = program.substring(0, program.lastIndexOf('/') + 1);
    return ProgramRunners.isShell(program) && FOLDERS.contains(folder);
  }

  /** Quoted too where a shell would take the first word for an assignment. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:@%+,-]+|-[A-Za-z0-9_./:=@%+,-]+")
        ? word
        : "'" + word.replace("'", "'\\''") + "'";
  }

  private static @Nullable String text(JsonNode node) {
    return node.isString() ? node.stringValue() : null;
  }
}
