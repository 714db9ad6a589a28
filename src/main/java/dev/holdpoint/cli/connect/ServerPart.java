package dev.holdpoint.cli.connect;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A daemon as an MCP server of a program. */
record ServerPart(AgentProgram program, URI daemon, String tokenVariable) implements SettingsPart {
  static final String FLAG = "--permission-prompt-tool mcp__holdpoint__permission_prompt";

  private static final String NAME = "holdpoint";

  /** As long as a person may take. */
  private static final int TIMEOUT_MS = 3_600_000;

  @Override
  public Added addTo(@Nullable String before) throws UnknownShape {
    SettingsText text = read(before);
    ObjectNode wanted = server();
    JsonNode old = text.tree().path(servers()).get(NAME);
    if (before != null && old != null && wanted.toString().equals(old.toString())) {
      return new Added(before, List.of());
    }
    text.put(List.of(servers(), NAME), wanted);
    return new Added(
        String.valueOf(text.text()), old == null ? List.of() : List.of(Replaced.server(NAME)));
  }

  @Override
  public @Nullable String removeFrom(@Nullable String before) throws UnknownShape {
    SettingsText text = read(before);
    if (!text.tree().path(servers()).has(NAME)) {
      return before;
    }
    text.remove(List.of(servers(), NAME));
    return text.text();
  }

  private SettingsText read(@Nullable String before) throws UnknownShape {
    try {
      SettingsText text = SettingsText.of(before);
      JsonNode servers = text.tree().get(servers());
      if (servers != null && !servers.isObject()) {
        throw new UnknownShape("its " + servers() + " is not an object");
      }
      return text;
    } catch (SettingsJson.NotSettings e) {
      throw new UnknownShape(e);
    }
  }

  private String servers() {
    return program == AgentProgram.OPENCODE ? "mcp" : "mcpServers";
  }

  private ObjectNode server() {
    ObjectNode server = JsonNodeFactory.instance.objectNode();
    switch (program) {
      case GEMINI, QWEN -> server.put("httpUrl", url());
      case CURSOR -> server.put("url", url());
      case OPENCODE -> server.put("type", "remote").put("url", url()).put("enabled", true);
      case CLAUDE_CODE, CODEX, COPILOT -> server.put("type", "http").put("url", url());
    }
    server.putObject("headers").put("Authorization", "Bearer " + variable());
    switch (program) {
      case GEMINI, QWEN, OPENCODE -> server.put("timeout", TIMEOUT_MS);
      case COPILOT -> server.putArray("tools").add("*");
      case CLAUDE_CODE, CODEX, CURSOR -> {}
    }
    return server;
  }

  private String variable() {
    return switch (program) {
      case OPENCODE -> "{env:" + tokenVariable + "}";
      case CURSOR -> "${env:" + tokenVariable + "}";
      case CLAUDE_CODE, CODEX, COPILOT, GEMINI, QWEN -> "${" + tokenVariable + "}";
    };
  }

  private String url() {
    return daemon + "/mcp";
  }

  /**
   * The file of MCP servers; none where the program writes it all the time itself, so that nobody
   * else should.
   */
  Optional<Path> file(Scope scope, Path project, Surroundings around) {
    boolean user = scope == Scope.USER;
    Path folder = program.folder(around);
    return switch (program) {
      case CODEX -> Optional.empty();
      case CLAUDE_CODE ->
          scope == Scope.PROJECT ? Optional.of(project.resolve(".mcp.json")) : Optional.empty();
      case COPILOT ->
          Optional.of(user ? folder.resolve("mcp-config.json") : project.resolve(".mcp.json"));
      case CURSOR ->
          Optional.of(user ? folder.resolve("mcp.json") : project.resolve(".cursor", "mcp.json"));
      case OPENCODE ->
          Optional.of(user ? folder.resolve("opencode.json") : project.resolve("opencode.json"));
      case GEMINI, QWEN -> Optional.of(program.file(scope, project, around));
    };
  }

  /** The same for a program that wants to be told of it. */
  String command(Scope scope) {
    return program == AgentProgram.CODEX
        ? "codex mcp add %s --url %s --bearer-token-env-var %s"
            .formatted(NAME, url(), tokenVariable)
        : "claude mcp add --transport http --scope %s %s %s --header 'Authorization: Bearer ${%s}'"
            .formatted(scope == Scope.USER ? "user" : "local", NAME, url(), tokenVariable);
  }

  String removal(Scope scope) {
    return program == AgentProgram.CODEX
        ? "codex mcp remove " + NAME
        : "claude mcp remove --scope %s %s".formatted(scope == Scope.USER ? "user" : "local", NAME);
  }
}
