package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server over the lines of a process that speaks revision 2026-07-28 and no other. */
public final class ModernProcess {
  private static final JsonMapper JSON = new JsonMapper();

  private ModernProcess() {}

  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode message = JSON.readTree(line);
      if (message.has("id")) {
        out.println(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(message.path("id"), answer(message)));
      }
    }
  }

  private static String answer(JsonNode message) {
    JsonNode meta = message.at("/params/_meta");
    if (!meta.has("io.modelcontextprotocol/protocolVersion")) {
      return "\"error\":{\"code\":-32022,\"message\":\"old\",\"data\":{\"supported\":[\"2026-07-28\"]}}";
    }
    return switch (message.path("method").asString("")) {
      case "server/discover" ->
          "\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}";
      case "tools/list" ->
          "\"result\":{\"resultType\":\"complete\",\"tools\":[{\"name\":\"meta\",\"inputSchema\":{\"type\":\"object\"}}]}";
      case "tools/call" ->
          "\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":%s}]}"
              .formatted(JSON.writeValueAsString(meta.toString()));
      default -> "\"error\":{\"code\":-32601,\"message\":\"no such method\"}";
    };
  }
}
