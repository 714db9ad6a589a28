package dev.holdpoint.agent.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server as the protocol's own SDK makes them. */
public final class SdkServer {
  private SdkServer() {}

  public static List<String> command() {
    return StageServer.command(SdkServer.class);
  }

  public static void main(String[] args) {
    McpJsonMapper json = McpJsonDefaults.getMapper();
    McpServer.sync(new StdioServerTransportProvider(json))
        .serverInfo("sdk", "2")
        .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
        .toolCall(
            tool(
                json,
                "add",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"},\"b\":{\"type\":\"number\"}},\"required\":[\"a\",\"b\"]}"),
            (_, call) ->
                said(
                    String.valueOf(
                        number(call.arguments().get("a")) + number(call.arguments().get("b")))))
        .build();
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }

  private static McpSchema.Tool tool(McpJsonMapper json, String name, String schema) {
    return McpSchema.Tool.builder(name, json, schema).description(name).build();
  }

  private static McpSchema.CallToolResult said(String text) {
    return McpSchema.CallToolResult.builder().addTextContent(text).build();
  }
}
