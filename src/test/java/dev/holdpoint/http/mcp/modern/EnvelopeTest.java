package dev.holdpoint.http.mcp.modern;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.http.mcp.McpError;
import dev.holdpoint.http.mcp.modern.Envelope.Headers;
import dev.holdpoint.http.mcp.modern.Envelope.Opened;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class EnvelopeTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Path TABLE =
      Path.of("src/test/resources/dev/holdpoint/http/mcp/modern/envelope.txt");

  private static final String ABSENT = "absent";
  private static final List<String> VERSIONS =
      List.of(ABSENT, "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "2024-11-05", "v999");

  private static @Nullable String sent(String value) {
    return value.equals(ABSENT) ? null : value;
  }

  private static JsonNode read(String text) {
    return JSON.readTree(text.replace('\'', '"'));
  }

  /** A request that says which version it is of, and that its client can do nothing special. */
  private static ObjectNode request(String method, @Nullable String version, String params) {
    ObjectNode body = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 7);
    ObjectNode all = (ObjectNode) read(params);
    ObjectNode meta = all.putObject("_meta");
    if (version != null) {
      meta.put("io.modelcontextprotocol/protocolVersion", version);
    }
    meta.putObject("io.modelcontextprotocol/clientCapabilities");
    body.put("method", method).set("params", all);
    return body;
  }

  private static String shown(Opened opened) {
    return switch (opened) {
      case Opened.Older _ -> "as before";
      case Opened.Notification _ -> "202";
      case Opened.Request request -> "taken: " + request.method();
      case Opened.Faulty(var id, RpcFault fault) ->
          "%d %d id %s%s"
              .formatted(
                  fault.status(),
                  fault.code(),
                  id == null ? "left out" : id.text(),
                  fault.data() == null ? "" : " " + fault.data());
    };
  }

  @Test
  @DisplayName("AG-57: the table of eras, by header and by body")
  void the_table_of_eras() throws IOException {
    StringBuilder table = new StringBuilder();
    for (String header : VERSIONS) {
      for (String version : VERSIONS) {
        for (String method : List.of("tools/list", "initialize")) {
          table
              .append("H %-10s  M %-10s  %-10s  ".formatted(header, version, method))
              .append(
                  shown(
                      Envelope.open(
                          new Headers(sent(header), method, null),
                          request(method, sent(version), "{}"))))
              .append('\n');
        }
      }
    }
    for (String header : List.of(ABSENT, "2025-11-25", "2026-07-28", "v999")) {
      Headers headers = new Headers(sent(header), "tools/list", null);
      table
          .append("H %-10s  no JSON: ".formatted(header))
          .append(
              shown(Envelope.unreadable(headers, new McpError(McpError.PARSE_ERROR, "no JSON"))))
          .append('\n');
      for (Map.Entry<String, String> body : bodies().entrySet()) {
        table
            .append("H %-10s  %s: ".formatted(header, body.getKey()))
            .append(shown(Envelope.open(headers, read(body.getValue()))))
            .append('\n');
      }
    }
    Golden.check(TABLE, table.toString());
  }

  private static Map<String, String> bodies() {
    String m = "'io.modelcontextprotocol/protocolVersion':";
    String c = "'io.modelcontextprotocol/clientCapabilities':";
    String list = "{'jsonrpc':'2.0','id':'a','method':'tools/list','params':";
    Map<String, String> all = new LinkedHashMap<>();
    all.put("batch", "[{'jsonrpc':'2.0','id':1,'method':'ping'}]");
    all.put("number", "7");
    all.put("no method", "{'jsonrpc':'2.0','id':1}");
    all.put("method is a number", "{'jsonrpc':'2.0','id':1,'method':7}");
    all.put("id is null", "{'jsonrpc':'2.0','id':null,'method':'tools/list'}");
    all.put("id is an object", "{'jsonrpc':'2.0','id':{},'method':'tools/list'}");
    all.put("params is a list", "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':[]}");
    all.put("notification", "{'jsonrpc':'2.0','method':'notifications/cancelled'}");
    all.put("response", "{'jsonrpc':'2.0','id':1,'result':{}}");
    all.put("no params", "{'jsonrpc':'2.0','id':'a','method':'tools/list'}");
    all.put("_meta is a text", list + "{'_meta':'x'}}");
    all.put("M is a number", list + "{'_meta':{" + m + "1," + c + "{}}}}");
    all.put("M is null", list + "{'_meta':{" + m + "null," + c + "{}}}}");
    all.put("no capabilities", list + "{'_meta':{" + m + "'2026-07-28'}}}");
    all.put("capabilities is a list", list + "{'_meta':{" + m + "'2026-07-28'," + c + "[]}}}");
    all.put("all of it", list + "{'_meta':{" + m + "'2026-07-28'," + c + "{}}}}");
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server/discover | server/discover | absent | {} | taken: DISCOVER",
        "server/discover | absent | absent | {} | 400 -32020 id 7",
        "server/discover | SERVER/DISCOVER | absent | {} | 400 -32020 id 7",
        "server/discover | '  server/discover ' | absent | {} | taken: DISCOVER",
        "ping | ping | absent | {} | 404 -32601 id 7",
        "logging/setLevel | logging/setLevel | absent | {} | 404 -32601 id 7",
        "resources/list | resources/list | absent | {} | 404 -32601 id 7",
        "prompts/get | prompts/get | absent | {'name':'x'} | 404 -32601 id 7",
        "tasks/list | tasks/list | absent | {} | 404 -32601 id 7",
        "tasks/result | tasks/result | x | {'taskId':'x'} | 404 -32601 id 7",
        "tools/call | tools/call | notify | {'name':'notify'} | taken: CALL_TOOL",
        "tools/call | tools/call | ' notify ' | {'name':'notify'} | taken: CALL_TOOL",
        "tools/call | tools/call | =?base64?bm90aWZ5?= | {'name':'notify'} | taken: CALL_TOOL",
        "tools/call | tools/call | =?base64?bm90aWZ5 | {'name':'notify'} | 400 -32020 id 7",
        "tools/call | tools/call | =?base64?*?= | {'name':'notify'} | 400 -32020 id 7",
        "tools/call | tools/call | =?base64?= | {'name':'notify'} | 400 -32020 id 7",
        "tools/call | tools/call | Notify | {'name':'notify'} | 400 -32020 id 7",
        "tools/call | tools/call | absent | {'name':'notify'} | 400 -32020 id 7",
        "tools/call | tools/call | notify | {} | 400 -32020 id 7",
        "tools/call | tools/call | 7 | {'name':7} | 400 -32020 id 7",
        "tasks/get | tasks/get | absent | {'taskId':'apr_1'} | 400 -32020 id 7",
        "tasks/update | tasks/update | other | {'taskId':'apr_1'} | 400 -32020 id 7",
        "subscriptions/listen | subscriptions/listen | absent | {'notifications':{}} | taken: LISTEN"
      })
  void headers_say_what_the_body_says(
      String method, String header, String name, String params, String wanted) {
    assertThat(
            shown(
                Envelope.open(
                    new Headers("2026-07-28", sent(header), sent(name)),
                    request(method, "2026-07-28", params))))
        .isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tasks/get | {'taskId':'apr_1'}",
        "tasks/update | {'taskId':'apr_1'}",
        "tasks/cancel | {'taskId':'apr_1'}",
        "subscriptions/listen | {'notifications':{'taskIds':[]}}"
      })
  @DisplayName("AG-63: tasks want the extension, and the error says so")
  void tasks_want_the_extension(String method, String params) {
    Headers headers = new Headers("2026-07-28", method, "apr_1");
    ObjectNode body = request(method, "2026-07-28", params);
    assertThat(shown(Envelope.open(headers, body)))
        .isEqualTo(
            "400 -32021 id 7 {\"requiredCapabilities\":{\"extensions\":"
                + "{\"io.modelcontextprotocol/tasks\":{}}}}");
    ObjectNode capabilities =
        (ObjectNode) body.at("/params/_meta").path("io.modelcontextprotocol/clientCapabilities");
    capabilities.putObject("extensions").put("io.modelcontextprotocol/tasks", true);
    assertThat(shown(Envelope.open(headers, body))).startsWith("400 -32021");
    capabilities.putObject("extensions").putObject("io.modelcontextprotocol/tasks");
    assertThat(Envelope.open(headers, body)).isInstanceOf(Opened.Request.class);
  }

  @Test
  void a_name_that_no_header_can_hold_is_sent_encoded() {
    String encoded = Base64.getEncoder().encodeToString("größe".getBytes(UTF_8));
    assertThat(
            Envelope.open(
                new Headers("2026-07-28", "tools/call", "=?base64?" + encoded + "?="),
                request("tools/call", "2026-07-28", "{'name':'größe'}")))
        .isInstanceOf(Opened.Request.class);
  }
}
