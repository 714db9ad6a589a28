package dev.holdpoint.agent.acp.server;

import dev.holdpoint.agent.acp.server.ClientRules.McpServers;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks what a client sends to an agent, before the agent gets any of it. Methods and members are
 * those of version 1 of the protocol. What is not listed is refused: an agent may read a member as
 * an option that turns its permissions off.
 *
 * @param agent by its name in the configuration
 */
record Admission(String agent, ClientRules rules) {
  private static final String NOT_SENT = " Nothing was sent to the agent.";
  private static final String SERVERS = "mcpServers";
  private static final String FURTHER = "additionalDirectories";

  /** The requests of clients, with the members of their params beside {@code _meta}. */
  private static final Map<String, Set<String>> REQUESTS =
      Map.ofEntries(
          Map.entry("initialize", Set.of("protocolVersion", "clientCapabilities", "clientInfo")),
          Map.entry("authenticate", Set.of("methodId")),
          Map.entry("logout", Set.of()),
          Map.entry("session/new", Set.of("cwd", FURTHER, SERVERS)),
          Map.entry("session/load", Set.of("sessionId", "cwd", FURTHER, SERVERS)),
          Map.entry("session/resume", Set.of("sessionId", "cwd", FURTHER, SERVERS)),
          Map.entry("session/fork", Set.of("sessionId", "cwd", FURTHER, SERVERS)),
          Map.entry("session/list", Set.of("cwd", "cursor")),
          Map.entry("session/close", Set.of("sessionId")),
          Map.entry("session/delete", Set.of("sessionId")),
          Map.entry("session/prompt", Set.of("sessionId", "prompt", "messageId")),
          Map.entry("session/set_mode", Set.of("sessionId", "modeId")),
          Map.entry("session/set_model", Set.of("sessionId", "modelId")),
          Map.entry("session/set_config_option", Set.of("sessionId", "configId", "type", "value")));

  private static final String CANCEL = "session/cancel";
  private static final Set<String> OVER_HTTP = Set.of("http", "sse");
  private static final Set<String> OF_HTTP_SERVERS =
      Set.of("type", "name", "url", "headers", "_meta");

  /**
   * What the agent gets.
   *
   * @param folder where the session works, as its real path; null if the method names none
   */
  record Admitted(String method, Json params, @Nullable Path folder) {}

  /**
   * @param trusted whether the client may decide what agents ask
   * @throws RpcError if no such method is passed on
   * @throws Refused if the params are not allowed
   */
  Admitted request(String method, Json params, boolean trusted) {
    Set<String> members = REQUESTS.get(method);
    if (members == null) {
      throw new RpcError(
          RpcError.METHOD_NOT_FOUND,
          method.equals(CANCEL)
              ? "session/cancel is a notification: send it without an id." + NOT_SENT
              : "There is no such method in version 1 of the Agent Client Protocol." + NOT_SENT,
          null);
    }
    ObjectNode checked = object(params);
    checkMembers(method, checked, members);
    if (members.contains(SERVERS)) {
      checkServers(checked.path(SERVERS), trusted);
    }
    Path folder = members.contains("cwd") ? folder(method, checked) : null;
    return new Admitted(method, JsonTree.write(checked), folder);
  }

  /**
   * @throws Refused if no such notification is passed on
   */
  Admitted notification(String method, Json params) {
    if (!method.equals(CANCEL)) {
      throw Problem.INVALID_REQUEST
          .because(
              (REQUESTS.containsKey(method)
                      ? "The method is a request: send it with an id."
                      : "session/cancel is the only notification from clients to agents; single "
                          + "requests cannot be cancelled.")
                  + NOT_SENT)
          .at("/method", "is not forwarded")
          .asException();
    }
    ObjectNode checked = object(params);
    checkMembers(method, checked, Set.of("sessionId"));
    return new Admitted(method, JsonTree.write(checked), null);
  }

  private ObjectNode object(Json params) {
    JsonNode tree = JsonTree.of(params);
    if (!(tree instanceof ObjectNode object)) {
      throw wrong("/params", "must be an object");
    }
    if (!rules.meta()) {
      removeMeta(object);
    }
    return object;
  }

  /** Every object of the protocol may have it, and agents read options from it. */
  private static void removeMeta(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.remove("_meta");
    }
    tree.forEach(Admission::removeMeta);
  }

  private static void checkMembers(String method, ObjectNode params, Set<String> members) {
    for (String member : params.propertyNames()) {
      if (!members.contains(member) && !member.equals("_meta")) {
        throw wrong("/params/" + pointer(member), "is not a member of " + method);
      }
    }
  }

  private void checkServers(JsonNode servers, boolean trusted) {
    if (servers.isMissingNode() || servers.isNull() || (servers.isArray() && servers.isEmpty())) {
      return;
    }
    McpServers allowed = rules.mcpServers();
    if (!trusted) {
      throw forbidden(
          "MCP servers for an agent require the role operator or admin, and "
              + "agents.%s.client_mcp_servers.",
          "/params/mcpServers");
    }
    if (allowed == McpServers.NONE) {
      throw forbidden(
          "This agent accepts no MCP servers from clients; "
              + "agents.%s.client_mcp_servers allows them.",
          "/params/mcpServers");
    }
    if (!(servers instanceof ArrayNode list)) {
      throw wrong("/params/mcpServers", "must be a list");
    }
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof ObjectNode server)) {
        throw wrong("/params/mcpServers/" + i, "must be an object");
      }
      if (allowed == McpServers.HTTP && !isOverHttp(server)) {
        throw forbidden(
            "This agent accepts only MCP servers with an http:// or https:// URL; "
                + "set agents.%s.client_mcp_servers to all to let clients start programs.",
            "/params/mcpServers/" + i);
      }
    }
  }

  /** Has no member beside, since an agent may go by a command that stands beside the type. */
  private static boolean isOverHttp(ObjectNode server) {
    String url = server.path("url").asString("");
    return OVER_HTTP.contains(server.path("type").asString(""))
        && (url.startsWith("http://") || url.startsWith("https://"))
        && OF_HTTP_SERVERS.containsAll(server.propertyNames());
  }

  /** Puts real paths in place of the ones that were sent: a link may lead elsewhere later. */
  private @Nullable Path folder(String method, ObjectNode params) {
    boolean filters = method.equals("session/list");
    if (filters && (params.path("cwd").isMissingNode() || params.path("cwd").isNull())) {
      return null;
    }
    Path folder = inside(params.path("cwd"), "/params/cwd");
    params.put("cwd", folder.toString());
    JsonNode further = params.path(FURTHER);
    if (further.isMissingNode() || further.isNull()) {
      return folder;
    }
    if (!(further instanceof ArrayNode list)) {
      throw wrong("/params/" + FURTHER, "must be a list of folders");
    }
    for (int i = 0; i < list.size(); i++) {
      String pointer = "/params/%s/%d".formatted(FURTHER, i);
      list.set(i, inside(list.get(i), pointer).toString());
    }
    return folder;
  }

  /** Allowed before it is looked for: a client must not learn which folders this machine has. */
  private Path inside(JsonNode named, String pointer) {
    Path folder = SessionFolders.named(named, pointer);
    if (rules.folders().stream().noneMatch(root -> SessionFolders.isIn(root, folder))) {
      throw forbidden(
          "Sessions of this agent must work in folders of workspace_root, "
              + "agents.%1$s.cwd and agents.%1$s.client_folders, after links are "
              + "resolved.",
          pointer);
    }
    SessionFolders.checkThere(folder, pointer);
    return folder;
  }

  private Refused forbidden(String why, String pointer) {
    return Problem.FORBIDDEN
        .because(why.formatted(agent) + NOT_SENT)
        .at(pointer, "is not allowed")
        .asException();
  }

  /** That the agent's configuration does not let a client choose this. */
  Refused forbiddenMode(String pointer) {
    return forbidden(
        "Clients may choose the session's first mode and those in "
            + "agents.%s.client_modes (for other options: the id, =, and the value).",
        pointer);
  }

  private static Refused wrong(String pointer, String what) {
    return Problem.INVALID_REQUEST
        .because("The params do not match the Agent Client Protocol." + NOT_SENT)
        .at(pointer, what)
        .asException();
  }

  private static String pointer(String member) {
    return member.replace("~", "~0").replace("/", "~1");
  }
}
