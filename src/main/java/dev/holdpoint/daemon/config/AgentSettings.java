package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import dev.holdpoint.agent.acp.server.ClientRules;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The settings of agents that run in processes of their own, and of their hooks. */
final class AgentSettings {
  static final Setting<AgentKind> KIND =
      optional(
          "agents.<name>.kind",
          Form.oneOf(AgentKind.class),
          "`acp`",
          "the protocol of the agent with this name; runs with the route `acp:<name>` use it");
  static final Setting<String> COMMAND =
      optional(
          "agents.<name>.command",
          Form.words(),
          "only the agent `mock`",
          "the program to start: a path, or a name on the PATH");
  static final Setting<List<String>> ARGS =
      optional(
          "agents.<name>.args",
          Form.arguments(),
          "none",
          "its arguments, as a list; a single text is split at blanks");
  static final Setting<Map<String, String>> ENV =
      optional(
              "agents.<name>.env",
              Form.environment(),
              "none",
              "environment variables for the agent; `${NAME}` is replaced by the "
                  + "daemon's own variable. Of the daemon's environment only PATH, HOME and "
                  + "a few others are inherited.")
          .asSecret();
  static final Setting<Path> CWD =
      optional(
          "agents.<name>.cwd",
          Form.path(),
          "each session's own folder",
          "the agent's working folder");
  static final Setting<URI> URL =
      optional(
          "agents.<name>.url",
          Form.httpUrl(),
          "none",
          "with kind opencode: URL of a running server, instead of a command");
  static final Setting<String> MODE =
      optional(
          "agents.<name>.mode",
          Form.visible(),
          "the agent's own",
          "the mode in which the agent works on runs, by the agent's own id; set "
              + "again before each prompt if the agent has changed it. A run fails if the "
              + "agent does not offer it. With kind claude it is `--permission-mode`; not for "
              + "kind opencode");
  static final Setting<ClientRules.McpServers> CLIENT_MCP_SERVERS =
      optional(
          "agents.<name>.client_mcp_servers",
          Form.oneOf(ClientRules.McpServers.class),
          "`none`",
          "which MCP servers operators and admins may give the agent over "
              + "`/v1/acp`: none, those with an HTTP URL, or all, which also starts "
              + "programs; other roles cannot give any");
  static final Setting<Boolean> CLIENT_META =
      optional(
          "agents.<name>.client_meta",
          Form.flag(),
          "`false`",
          "forward `_meta` of clients to the agent; agents read options from it, "
              + "including some that turn permissions off");
  static final Setting<List<Path>> CLIENT_FOLDERS =
      optional(
          "agents.<name>.client_folders",
          Form.paths(),
          "none",
          "folders in which clients may open sessions over `/v1/acp`, in addition "
              + "to `workspace_root` and the agent's `cwd`");
  static final Setting<List<String>> CLIENT_MODES =
      optional(
          "agents.<name>.client_modes",
          Form.names(),
          "`default`, `plan`, `ask`, `read-only`",
          "modes of the agent that clients may choose over `/v1/acp`, in addition "
              + "to a session's first one; `option=value` for other options that do not "
              + "choose a model");
  static final Setting<Long> HANDSHAKE =
      defaulting(
          "agent_processes.handshake_ms",
          Form.millis(100, 600_000),
          "60000",
          "maximum time for an agent to start and to open a session");
  static final Setting<Long> IDLE =
      defaulting(
          "agent_processes.idle_ms",
          Form.millis(0, 86_400_000),
          "600000",
          "idle time after which an agent's process is stopped");
  static final Setting<Integer> SERVERS =
      defaulting(
          "agent_processes.acp_servers",
          Form.number(0, 10_000),
          "32",
          "maximum number of servers under `/v1/acp`");

  /** Below the ten minutes after which Claude Code gives an HTTP hook up, unless it is told. */
  static final Setting<Long> HOOK_WAIT =
      defaulting(
          "hooks.wait_ms",
          Form.millis(0, 86_400_000),
          "300000",
          "how long a hook waits for a decision, unless its URL sets `wait_ms`; keep it "
              + "below the hook's `timeout`");

  static final Setting<Long> HOOK_MAX_WAIT =
      defaulting(
          "hooks.max_wait_ms",
          Form.millis(0, 86_400_000),
          "3600000",
          "the maximum for `wait_ms` of a hook");

  /** From when only one program had hooks. */
  static final Setting<Long> FORMER_HOOK_WAIT =
      optional(
          "hooks.claude.wait_ms",
          Form.millis(0, 86_400_000),
          "`hooks.wait_ms`",
          "the former name of `hooks.wait_ms`; set only one of them");

  static final Setting<Long> FORMER_HOOK_MAX_WAIT =
      optional(
          "hooks.claude.max_wait_ms",
          Form.millis(0, 86_400_000),
          "`hooks.max_wait_ms`",
          "the former name of `hooks.max_wait_ms`; set only one of them");

  static final Setting<Long> UNDELIVERED =
      defaulting(
          "clients.undelivered_ms",
          Form.millis(0, 86_400_000),
          "3600000",
          "how long a decision that no hook or MCP client received is kept for the same "
              + "request; it answers one; 0 never");

  /** Those that make up one agent. */
  static final List<Setting<?>> OF_AGENTS =
      List.of(
          KIND,
          COMMAND,
          ARGS,
          ENV,
          CWD,
          URL,
          MODE,
          CLIENT_MCP_SERVERS,
          CLIENT_META,
          CLIENT_FOLDERS,
          CLIENT_MODES);

  static final List<Setting<?>> ALL =
      Stream.concat(
              OF_AGENTS.stream(),
              Stream.of(
                  HANDSHAKE,
                  IDLE,
                  SERVERS,
                  HOOK_WAIT,
                  HOOK_MAX_WAIT,
                  FORMER_HOOK_WAIT,
                  FORMER_HOOK_MAX_WAIT,
                  UNDELIVERED))
          .toList();

  private AgentSettings() {}
}
