package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.optional;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The settings of servers whose tools runs can use. */
final class McpServerSettings {
  static final Setting<String> COMMAND =
      optional(
          "mcp_servers.<name>.command",
          Form.words(),
          "none",
          "the program of an MCP server: a path, or a name on the PATH; its tools "
              + "are named `mcp__<name>__<tool>`");
  static final Setting<List<String>> ARGS =
      optional(
          "mcp_servers.<name>.args",
          Form.arguments(),
          "none",
          "its arguments, as a list; a single text is split at blanks");
  static final Setting<Map<String, String>> ENV =
      optional(
              "mcp_servers.<name>.env",
              Form.environment(),
              "none",
              "environment variables for the server; `${NAME}` is replaced by the "
                  + "daemon's own variable. Of the daemon's environment only PATH, HOME and "
                  + "a few others are inherited. A server with variables has credentials, "
                  + "which a session's scope may withhold.")
          .asSecret();
  static final Setting<Path> CWD =
      optional(
          "mcp_servers.<name>.cwd",
          Form.path(),
          "the folder of all workspaces",
          "the server's working folder");
  static final Setting<URI> URL =
      optional(
          "mcp_servers.<name>.url",
          Form.httpUrl(),
          "none",
          "URL of an MCP server with streamable HTTP, instead of a command");
  static final Setting<Map<String, String>> HEADERS =
      optional(
              "mcp_servers.<name>.headers",
              Form.headers(),
              "none",
              "headers for a server with a url; `${NAME}` is replaced by the daemon's "
                  + "own variable. A server with headers has credentials.")
          .asSecret();
  static final Setting<String> PROTOCOL =
      optional(
          "mcp_servers.<name>.protocol",
          Form.oneOf(List.of("auto", "2025-11-25", "2026-07-28")),
          "`auto`",
          "revision of the protocol; `auto` finds out which one the server supports, and "
              + "2025-11-25 accepts earlier ones too");
  static final Setting<Long> CALL_TIMEOUT =
      optional(
          "mcp_servers.<name>.call_timeout_ms",
          Form.millis(10, 86_400_000),
          "`120000`",
          "maximum time for a call of one of its tools, not counting the time in "
              + "which a person is asked");
  static final Setting<Long> TASK_TIMEOUT =
      optional(
          "mcp_servers.<name>.task_timeout_ms",
          Form.millis(1_000, 31_536_000_000L),
          "`86400000`",
          "maximum time for a call that the server carries out as a task; then the task is "
              + "cancelled");
  static final Setting<Long> CONNECT_TIMEOUT =
      optional(
          "mcp_servers.<name>.connect_timeout_ms",
          Form.millis(10, 600_000),
          "`20000`",
          "maximum time for the server to start, and for a run to wait for it");
  static final Setting<Integer> CALLS_AT_ONCE =
      optional(
          "mcp_servers.<name>.calls_at_once",
          Form.number(1, 1_000),
          "`8`",
          "maximum number of concurrent calls; with 1, a question of the server "
              + "always belongs to a known call");

  static final List<Setting<?>> ALL =
      List.of(
          COMMAND,
          ARGS,
          ENV,
          CWD,
          URL,
          HEADERS,
          PROTOCOL,
          CALL_TIMEOUT,
          TASK_TIMEOUT,
          CONNECT_TIMEOUT,
          CALLS_AT_ONCE);

  private McpServerSettings() {}
}
