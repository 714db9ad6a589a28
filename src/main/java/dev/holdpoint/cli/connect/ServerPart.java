package dev.holdpoint.cli.connect;

import java.net.URI;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A daemon as a server of Claude Code, with the tool that it asks for permissions. */
record ServerPart(URI daemon, String tokenVariable) implements SettingsPart {
  static final String FLAG = "--permission-prompt-tool mcp__holdpoint__permission_prompt";

  private static final String SERVERS = "mcpServers";
  private static final String NAME = "holdpoint";

  @Override
  public List<Replaced> addTo(ObjectNode settings) throws UnknownShape {
    check(settings);
    ObjectNode wanted = server();
    JsonNode before = settings.withObjectProperty(SERVERS).replace(NAME, wanted);
    return before == null || before.equals(wanted) ? List.of() : List.of(Replaced.server(NAME));
  }

  private ObjectNode server() {
    ObjectNode server = JsonNodeFactory.instance.objectNode().put("type", "http").put("url", url());
    server.putObject("headers").put("Authorization", "Bearer ${" + tokenVariable + "}");
    return server;
  }

  private String url() {
    return daemon + "/mcp";
  }

  @Override
  public void removeFrom(ObjectNode settings) throws UnknownShape {
    check(settings);
    if (settings.get(SERVERS) instanceof ObjectNode servers
        && servers.remove(NAME) != null
        && servers.isEmpty()) {
      settings.remove(SERVERS);
    }
  }

  private static void check(ObjectNode settings) throws UnknownShape {
    JsonNode servers = settings.get(SERVERS);
    if (servers != null && !servers.isObject()) {
      throw new UnknownShape("its mcpServers is not an object");
    }
  }

  /** The same for a person's own servers, which Claude Code wants to be told of itself. */
  String command(Scope scope) {
    return "claude mcp add --transport http --scope %s %s %s --header 'Authorization: Bearer ${%s}'"
        .formatted(scope == Scope.USER ? "user" : "local", NAME, url(), tokenVariable);
  }

  String removal(Scope scope) {
    return "claude mcp remove --scope %s %s"
        .formatted(scope == Scope.USER ? "user" : "local", NAME);
  }
}
