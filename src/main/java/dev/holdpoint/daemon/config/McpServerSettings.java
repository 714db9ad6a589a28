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
          "the program of an MCP server, by its path or found on the PATH; its tools are called"
              + " `mcp__<name>__<tool>`");
  static final Setting<List<String>> ARGS =
      optional(
          "mcp_servers.<name>.args",
          Form.arguments(),
          "none",
          "its arguments, a list; one text is split at blanks");
  static final Setting<Map<String, String>> ENV =
      optional(
              "mcp_servers.<name>.env",
              Form.environment(),
              "none",
              "variables for the server, names and values; `${NAME}` stands for the daemon's own."
                  + " Of those the server gets no other but PATH, HOME and the like. With any, the"
                  + " server has credentials, which a session's scope may withhold")
          .asSecret();
  static final Setting<Path> CWD =
      optional(
          "mcp_servers.<name>.cwd",
          Form.path(),
          "the folder of all workspaces",
          "the folder in which the server works");
  static final Setting<URI> URL =
      optional(
          "mcp_servers.<name>.url",
          Form.httpUrl(),
          "none",
          "where an MCP server is reached over streamable HTTP, in the place of a command");
  static final Setting<Map<String, String>> HEADERS =
      optional(
              "mcp_servers.<name>.headers",
              Form.headers(),
              "none",
              "headers for a server that has a url, names and values; `${NAME}` stands for the"
                  + " daemon's own variable. With any, the server has credentials")
          .asSecret();
  static final Setting<Long> CALL_TIMEOUT =
      optional(
          "mcp_servers.<name>.call_timeout_ms",
          Form.millis(10, 86_400_000),
          "`120000`",
          "how long a call of one of its tools may take; while a person is asked, time stands"
              + " still");
  static final Setting<Long> CONNECT_TIMEOUT =
      optional(
          "mcp_servers.<name>.connect_timeout_ms",
          Form.millis(10, 600_000),
          "`20000`",
          "how long the server may take to begin, and how long a run waits for that at most");
  static final Setting<Integer> CALLS_AT_ONCE =
      optional(
          "mcp_servers.<name>.calls_at_once",
          Form.number(1, 1_000),
          "`8`",
          "how many calls it may have under way; with 1, a server that asks people is always"
              + " understood");

  static final List<Setting<?>> ALL =
      List.of(COMMAND, ARGS, ENV, CWD, URL, HEADERS, CALL_TIMEOUT, CONNECT_TIMEOUT, CALLS_AT_ONCE);

  private McpServerSettings() {}
}
