package dev.holdpoint.http.mcp;

import dev.holdpoint.engine.json.JsonTree;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which versions of the protocol are spoken, and what a client is told when it introduces itself.
 */
public final class Protocol {
  public static final String HEADER = "MCP-Protocol-Version";

  /** The first in which a client knows that it may come back to a stream. */
  private static final String COMES_BACK = "2025-11-25";

  public static final List<String> VERSIONS = List.of("2025-03-26", "2025-06-18", COMES_BACK);

  public static final String INSTRUCTIONS =
      "Holdpoint asks people for decisions and waits for them. Before you do "
          + "something that a person should agree to, call request_approval and "
          + "continue only if its status is approved. When you need information that "
          + "only a person has, call ask_user. A call returns when a person has "
          + "decided, which can take a long time. Give each request its own "
          + "request_key: if a call is interrupted or its status is pending, call "
          + "check_decision with the same request_key, or repeat the same call; both "
          + "find the existing request, and people are not asked twice. To send "
          + "people a message without waiting, call notify.";

  private Protocol() {}

  /** Whether the header names a version that is spoken here. Who sends none speaks the oldest. */
  public static boolean isSpoken(@Nullable String header) {
    return header == null || VERSIONS.contains(header);
  }

  static String spoken() {
    return String.join(", ", VERSIONS);
  }

  static boolean comesBack(@Nullable String header) {
    return COMES_BACK.equals(header);
  }

  /** Who introduces itself, as it wants to be called. */
  static ClientId introduced(JsonNode params) {
    if (!params.path("protocolVersion").isString()) {
      throw McpError.invalidParams("protocolVersion must be a text.");
    }
    JsonNode name = params.path("clientInfo").path("name");
    if (!name.isString() || !ClientId.isUsable(name.stringValue())) {
      throw McpError.invalidParams(
          "clientInfo.name must be a text of 1 to " + ClientId.NAME + " characters.");
    }
    String version = params.path("clientInfo").path("version").asString("");
    return ClientId.introduced(
        name.stringValue(), version.substring(0, Math.min(version.length(), ClientId.NAME)));
  }

  static JsonNode welcome(JsonNode params, String serverVersion) {
    String wished = params.path("protocolVersion").asString("");
    ObjectNode result =
        JsonTree.object()
            .put("protocolVersion", VERSIONS.contains(wished) ? wished : VERSIONS.getLast());
    result.putObject("capabilities").putObject("tools");
    result.set("serverInfo", serverInfo(serverVersion));
    return result.put("instructions", INSTRUCTIONS);
  }

  public static ObjectNode serverInfo(String version) {
    return JsonTree.object()
        .put("name", "holdpoint")
        .put("title", "Holdpoint")
        .put("version", version);
  }

  /** What a client calls itself that introduces itself with each request, or with none. */
  public static String nameOf(JsonNode clientInfo) {
    String name = clientInfo.path("name").asString("");
    return ClientId.isUsable(name) ? name : ClientId.NOBODY.name();
  }

  /** Whether an Accept header takes such an answer. Who sends none takes all. */
  public static boolean accepts(@Nullable String header, String type) {
    String wide = type.substring(0, type.indexOf('/')) + "/*";
    return header == null
        || Arrays.stream(header.split(",", -1))
            .map(one -> one.split(";", 2)[0].strip())
            .anyMatch(
                one ->
                    one.equalsIgnoreCase(type) || one.equalsIgnoreCase(wide) || one.equals("*/*"));
  }
}
