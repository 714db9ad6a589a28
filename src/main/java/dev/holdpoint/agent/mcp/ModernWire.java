package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.JsonTree;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The words of revision 2026-07-28: what stands around each request. */
final class ModernWire {
  static final String VERSION = "2026-07-28";
  static final String DISCOVER = "server/discover";
  static final String TASKS = "io.modelcontextprotocol/tasks";
  static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

  private static final String PROTOCOL = "io.modelcontextprotocol/protocolVersion";
  private static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

  // Blanks only between others: HTTP takes them off at both ends.
  private static final Pattern PLAIN = Pattern.compile("[!-~]([ -~]*[!-~])?");
  private static final String ENCODED = "=?base64?";
  private static final String ENCODED_END = "?=";

  private ModernWire() {}

  /** The params of a request, with all that a server without sessions needs to know of us. */
  static ObjectNode withMeta(ObjectNode params, String version) {
    ObjectNode all = params.deepCopy();
    ObjectNode meta = JsonTree.object().put(PROTOCOL, VERSION);
    meta.putObject(CLIENT_INFO).put("name", "holdpoint").put("version", version);
    ObjectNode capabilities = meta.putObject(CAPABILITIES);
    // Neither models nor folders are offered.
    ObjectNode elicitation = capabilities.putObject("elicitation");
    elicitation.putObject("form");
    elicitation.putObject("url");
    capabilities.putObject("extensions").putObject(TASKS);
    all.set("_meta", meta);
    return all;
  }

  /** The headers that repeat what the body says. */
  static Map<String, String> headers(String method, JsonNode params) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("MCP-Protocol-Version", VERSION);
    headers.put("Mcp-Method", method);
    String named =
        switch (method) {
          case "tools/call" -> "name";
          case "tasks/get", "tasks/update", "tasks/cancel" -> "taskId";
          default -> "";
        };
    if (!named.isEmpty()) {
      headers.put("Mcp-Name", encoded(params.path(named).asString("")));
    }
    return headers;
  }

  /** A text as a header can carry it. */
  static String encoded(String text) {
    boolean looksEncoded = text.startsWith(ENCODED) && text.endsWith(ENCODED_END);
    return (PLAIN.matcher(text).matches() && !looksEncoded) || text.isEmpty()
        ? text
        : ENCODED + Base64.getEncoder().encodeToString(text.getBytes(UTF_8)) + ENCODED_END;
  }
}
