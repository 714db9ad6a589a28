package dev.holdpoint.daemon.config;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server as it is configured: exactly one of the command and the url is there.
 *
 * @param environment with the daemon's own variables put in, as in the headers
 */
public record McpServerConfig(
    String name,
    @Nullable String command,
    List<String> args,
    Map<String, String> environment,
    @Nullable Path cwd,
    @Nullable URI url,
    Map<String, String> headers,
    String protocol,
    long callTimeoutMs,
    long taskTimeoutMs,
    long connectTimeoutMs,
    int callsAtOnce) {
  private static final int LONGEST_NAME = 32;

  /** Without the environment and the headers, which may hold keys. */
  @Override
  public String toString() {
    return "MCP server " + name;
  }

  static McpServerConfig of(String name, SettingValues settings) throws ConfigException {
    McpServerConfig server =
        new McpServerConfig(
            name,
            settings.find(McpServerSettings.COMMAND.of(name)).orElse(null),
            settings.find(McpServerSettings.ARGS.of(name)).orElse(List.of()),
            References.resolved(
                key(name, "env"),
                settings.find(McpServerSettings.ENV.of(name)).orElse(Map.of()),
                settings),
            settings.find(McpServerSettings.CWD.of(name)).orElse(null),
            settings.find(McpServerSettings.URL.of(name)).orElse(null),
            References.resolved(
                key(name, "headers"),
                settings.find(McpServerSettings.HEADERS.of(name)).orElse(Map.of()),
                settings),
            settings.find(McpServerSettings.PROTOCOL.of(name)).orElse("auto"),
            settings.find(McpServerSettings.CALL_TIMEOUT.of(name)).orElse(120_000L),
            settings.find(McpServerSettings.TASK_TIMEOUT.of(name)).orElse(86_400_000L),
            settings.find(McpServerSettings.CONNECT_TIMEOUT.of(name)).orElse(20_000L),
            settings.find(McpServerSettings.CALLS_AT_ONCE.of(name)).orElse(8));
    server.check();
    return server;
  }

  /** The program and its arguments; a text that is no program by itself is split at blanks. */
  public List<String> commandLine() {
    return AgentConfig.commandLine(command, args);
  }

  private void check() throws ConfigException {
    // The tools are called mcp__NAME__TOOL: where the name ends must be seen.
    if (name.contains("__") || name.endsWith("_") || name.length() > LONGEST_NAME) {
      throw wrong(
          "must have a name of at most %d characters that does not contain two underscores in a row or end with one; choose another"
              .formatted(LONGEST_NAME));
    }
    if (url == null && command == null) {
      throw wrong(
          "has neither a command nor a url; set %s or %s".formatted(key("command"), key("url")));
    }
    if (url != null && command != null) {
      throw wrong("has both a command and a url; remove the command or " + key("url"));
    }
    if (url == null && !headers.isEmpty()) {
      throw wrong("has headers, which are only for a url; set " + key("env"));
    }
    if (url != null && (!environment.isEmpty() || !args.isEmpty() || cwd != null)) {
      throw wrong(
          "has a url, which cannot be combined with args, env or cwd; set %s, or remove them"
              .formatted(key("headers")));
    }
    checkHeaders();
  }

  private void checkHeaders() throws ConfigException {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      try {
        HttpRequest.newBuilder().header(header.getKey(), header.getValue());
      } catch (IllegalArgumentException e) {
        // What it says names the value, which is a secret.
        throw wrong(
            "has an invalid header %s; correct it in %s"
                .formatted(header.getKey(), key("headers")));
      }
    }
  }

  private String key(String member) {
    return key(name, member);
  }

  private static String key(String name, String member) {
    return "mcp_servers." + name + "." + member;
  }

  private ConfigException wrong(String what) {
    return new ConfigException("the MCP server '" + name + "' " + what);
  }
}
