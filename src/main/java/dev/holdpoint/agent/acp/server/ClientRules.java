package dev.holdpoint.agent.acp.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What clients of one agent may ask of it beside prompts. The defaults let a client choose nothing
 * that starts a program, leaves the agent's folders or turns its permissions off.
 *
 * @param mcpServers which MCP servers operators and admins may give the agent; others none
 * @param meta whether {@code _meta} is passed on
 * @param folders where sessions may work
 * @param modes the modes that clients may choose, beside the one in which a session began
 */
public record ClientRules(
    McpServers mcpServers, boolean meta, List<Path> folders, Set<String> modes) {
  /** Modes in which agents ask before they act, by the names that common agents give them. */
  public static final List<String> MODES = List.of("default", "plan", "ask", "read-only");

  /** Which MCP servers a client may name. */
  public enum McpServers {
    NONE,
    HTTP,
    ALL
  }

  public ClientRules {
    folders = List.copyOf(folders);
    modes = Set.copyOf(modes);
  }

  /** Of an agent for which nothing is configured. */
  public static ClientRules usual(List<Path> folders) {
    return new ClientRules(McpServers.NONE, false, folders, Set.copyOf(MODES));
  }
}
