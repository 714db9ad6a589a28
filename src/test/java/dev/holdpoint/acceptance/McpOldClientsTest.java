package dev.holdpoint.acceptance;

import dev.holdpoint.Golden;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What clients of the older revisions are told, byte for byte. The file was written by the version
 * before 2026-07-28 was spoken.
 */
class McpOldClientsTest extends Acceptance {
  private static final Path TOLD =
      Path.of("src/test/resources/dev/holdpoint/acceptance/mcp-old-clients.txt");

  private static final List<String> VERSIONS =
      List.of("", "2025-03-26", "2025-06-18", "2025-11-25");

  private static final List<String> BODIES =
      List.of(
          "{'jsonrpc':'2.0','id':1,'method':'ping'}",
          "{'jsonrpc':'2.0','id':'a','method':'ping','params':{'_meta':{'progressToken':7}}}",
          "{'jsonrpc':'2.0','id':1,'method':'server/discover'}",
          "{'jsonrpc':'2.0','id':1,'method':'tasks/get','params':{'taskId':'x'}}",
          "{'jsonrpc':'2.0','id':1,'method':'subscriptions/listen','params':{}}",
          "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'x'}}",
          "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'rm'}}",
          "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'notify'}}",
          "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{}}",
          "{'jsonrpc':'2.0','method':'notifications/initialized'}",
          "{'jsonrpc':'2.0','id':9,'result':{}}",
          "{'jsonrpc':'2.0','id':null,'method':'ping'}",
          "[]",
          "7",
          "no json");

  private final Http agent = http.withRole("agent", "old client");

  McpOldClientsTest() {
    super(Database.SQLITE);
  }

  private String post(String version, String body, String name, String value) {
    return told(
        agent.send(
            "POST",
            Mcp.PATH,
            json(body),
            request -> {
              request.setHeader("Accept", "application/json, text/event-stream");
              if (!version.isEmpty()) {
                request.setHeader("MCP-Protocol-Version", version);
              }
              if (!name.isEmpty()) {
                request.setHeader(name, value);
              }
            }));
  }

  private static String told(Http.Answer answer) {
    return answer.status()
        + " "
        + answer.response().headers().firstValue("Content-Type").orElse("-")
        + " "
        + answer.text().replaceAll("\"request_id\":\"[^\"]*\"", "\"request_id\":\"…\"")
        + "\n";
  }

  @Test
  @DisplayName("AG-57: old clients are told what they were told before, byte for byte")
  void old_clients_notice_nothing() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String version : VERSIONS) {
      String shown = version.isEmpty() ? "no version" : version;
      for (String body : BODIES) {
        all.append(shown).append(" | ").append(body).append('\n');
        all.append("  ").append(post(version, body, "", ""));
      }
      for (String header :
          List.of(
              "Accept: text/html",
              "Accept: application/json",
              "Mcp-Session-Id: garbled",
              "Content-Type: text/plain",
              "Origin: https://evil.example",
              "Authorization: Bearer no",
              "Mcp-Method: tools/list",
              "Mcp-Name: other")) {
        String[] parts = header.split(": ", 2);
        all.append(shown).append(" | ").append(header).append('\n');
        all.append("  ").append(post(version, BODIES.getFirst(), parts[0], parts[1]));
      }
      all.append(shown).append(" | GET\n  ");
      all.append(
          told(
              agent.send(
                  "GET",
                  Mcp.PATH,
                  null,
                  request -> {
                    if (!version.isEmpty()) {
                      request.setHeader("MCP-Protocol-Version", version);
                    }
                  })));
    }
    Golden.check(TOLD, all.toString());
  }
}
