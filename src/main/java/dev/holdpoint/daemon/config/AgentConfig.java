package dev.holdpoint.daemon.config;

import dev.holdpoint.agent.acp.server.ClientRules;
import dev.holdpoint.core.agent.AgentBinding;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An agent as it is configured.
 *
 * @param environment with the daemon's own variables put in
 * @param mode in which it works on runs; null for its own
 * @param clients what clients that speak to it may ask of it; of the folders, those beside the
 *     usual ones
 */
public record AgentConfig(
    String name,
    AgentKind kind,
    @Nullable String command,
    List<String> args,
    Map<String, String> environment,
    @Nullable Path cwd,
    @Nullable URI url,
    @Nullable String mode,
    ClientRules clients) {
  /** Before an agent's name, in the name of its route. */
  public static final String ROUTE = AgentBinding.ROUTE;

  /** The agent that is always there. */
  public static final String MOCK = "mock";

  /** How all agents' processes are treated. */
  public record Patience(long handshakeMs, long idleMs, int servers) {}

  /** The same, to work in whichever folder it is given. */
  public AgentConfig inNoFolder() {
    return new AgentConfig(name, kind, command, args, environment, null, url, mode, clients);
  }

  /** Without the environment, which may hold keys. */
  @Override
  public String toString() {
    return "agent " + name;
  }

  /** The program and its arguments; a text that is no program by itself is split at blanks. */
  public List<String> commandLine() {
    return commandLine(command, args);
  }

  static List<String> commandLine(@Nullable String command, List<String> args) {
    if (command == null) {
      return List.of();
    }
    List<String> line = new ArrayList<>();
    if (Files.exists(Path.of(command))) {
      line.add(command);
    } else {
      line.addAll(List.of(command.strip().split("\\s+", -1)));
    }
    line.addAll(args);
    return line;
  }

  static AgentConfig of(String name, SettingValues settings) throws ConfigException {
    AgentConfig agent =
        new AgentConfig(
            name,
            settings.find(AgentSettings.KIND.of(name)).orElse(AgentKind.ACP),
            settings.find(AgentSettings.COMMAND.of(name)).orElse(null),
            settings.find(AgentSettings.ARGS.of(name)).orElse(List.of()),
            References.resolved(
                "agents." + name + ".env",
                settings.find(AgentSettings.ENV.of(name)).orElse(Map.of()),
                settings),
            settings.find(AgentSettings.CWD.of(name)).orElse(null),
            settings.find(AgentSettings.URL.of(name)).orElse(null),
            settings.find(AgentSettings.MODE.of(name)).orElse(null),
            new ClientRules(
                settings
                    .find(AgentSettings.CLIENT_MCP_SERVERS.of(name))
                    .orElse(ClientRules.McpServers.NONE),
                settings.find(AgentSettings.CLIENT_META.of(name)).orElse(false),
                settings.find(AgentSettings.CLIENT_FOLDERS.of(name)).orElse(List.of()),
                Set.copyOf(
                    settings.find(AgentSettings.CLIENT_MODES.of(name)).orElse(ClientRules.MODES))));
    agent.check();
    return agent;
  }

  /** What clients may ask of it, with all folders in which its sessions may work. */
  public ClientRules rules(Path workspaceRoot) {
    List<Path> folders = new ArrayList<>(clients.folders());
    folders.add(workspaceRoot);
    if (cwd != null) {
      folders.add(cwd);
    }
    return new ClientRules(clients.mcpServers(), clients.meta(), folders, clients.modes());
  }

  private void check() throws ConfigException {
    if (url != null && kind != AgentKind.OPENCODE) {
      throw wrong("has a url, which is only for kind opencode; set %s", "command");
    }
    if (url != null && command != null) {
      throw wrong("has both a url and a command; remove the url or %s", "command");
    }
    if (mode != null && kind == AgentKind.OPENCODE) {
      throw wrong("is of kind opencode, which has no modes; remove %s", "mode");
    }
    if (url == null && command == null) {
      throw wrong("has no command; set %s", "command");
    }
  }

  private ConfigException wrong(String what, String member) {
    return new ConfigException(
        "the agent '" + name + "' " + what.formatted("agents." + name + "." + member));
  }
}
