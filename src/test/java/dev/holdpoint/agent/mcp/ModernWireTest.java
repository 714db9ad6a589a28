package dev.holdpoint.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Revision 2026-07-28 as functions of what is sent and received. */
class ModernWireTest {
  private static JsonNode tree(String json) {
    return JsonTree.of(new Json(json.replace('\'', '"')));
  }

  @ParameterizedTest
  @DisplayName("AG-68 what the answer to server/discover says of a server")
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {'result':{'supportedVersions':['2026-07-28']}}                        | Modern",
        "200 | {'result':{'supportedVersions':['2025-11-25']}}                        | Older",
        "200 | {'result':{}}                                                          | Older",
        "200 | {'error':{'code':-32601}}                                              | Older",
        "200 | {}                                                                     | Refused",
        "200 |                                                                        | Refused",
        "202 |                                                                        | Refused",
        "307 |                                                                        | Refused",
        "400 |                                                                        | Older",
        "400 | {'error':{'code':-32000,'message':'no session'}}                       | Older",
        "400 | {'error':{'code':-32020,'message':'headers'}}                          | Refused",
        "400 | {'error':{'code':-32021,'message':'capabilities'}}                     | Refused",
        "400 | {'error':{'code':-32022,'data':{'supported':['2025-06-18']}}}          | Older",
        "400 | {'error':{'code':-32022,'data':{'supported':['2030-01-01']}}}          | Refused",
        "400 | {'error':{'code':-32022}}                                              | Refused",
        "401 |                                                                        | Older",
        "404 | {'error':{'code':-32601}}                                              | Older",
        "405 |                                                                        | Older",
        "500 |                                                                        | Refused",
        "500 | {'error':{'code':-32603,'message':'oops'}}                             | Refused",
        "503 | {'error':{'code':-32022,'data':{'supported':['2025-06-18']}}}          | Refused",
      })
  void what_a_probe_shows(int status, @Nullable String body, String verdict) {
    assertThat(EraProbe.of(status, body == null ? null : tree(body)).getClass().getSimpleName())
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @DisplayName("AG-73 values of headers are sent as they are, or encoded")
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "eu-west 1|eu-west 1",
        " eu|=?base64?IGV1?=",
        "eu |=?base64?ZXUg?=",
        "Zürich|=?base64?WsO8cmljaA==?=",
        "a\tb|=?base64?YQli?=",
        "=?base64?ZXU=?=|=?base64?PT9iYXNlNjQ/WlhVPT89?=",
        "=?base64?x|=?base64?x",
      })
  void values_of_headers(String value, String sent) {
    assertThat(ModernWire.encoded(value)).isEqualTo(sent);
  }

  @Test
  void headers_repeat_the_body() {
    assertThat(ModernWire.headers("tools/list", tree("{}")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list"));
    assertThat(ModernWire.headers("tools/call", tree("{'name':'é'}")))
        .containsEntry("Mcp-Name", "=?base64?w6k=?=");
    for (String method : new String[] {"tasks/get", "tasks/update", "tasks/cancel"}) {
      assertThat(ModernWire.headers(method, tree("{'taskId':'t 1'}")))
          .containsEntry("Mcp-Name", "t 1");
    }
  }

  @ParameterizedTest
  @DisplayName("AG-73 annotations that leave a tool out, and why")
  @CsvSource(
      delimiter = '|',
      nullValues = "fine",
      value = {
        "{'a':{'type':'string','x-mcp-header':'A'},'b':{'type':'integer','x-mcp-header':'B'}} | fine",
        "{'a':{'type':'object','properties':{'b':{'type':'boolean','x-mcp-header':'B'}}}} | fine",
        "{'a':{'type':'string','default':{'x-mcp-header':1}}} | fine",
        "{'a':{'type':'string','x-mcp-header':'A'},'b':{'type':'string','x-mcp-header':'a'}} | twice",
        "{'a':{'type':'string','x-mcp-header':''}} | name of a header",
        "{'a':{'type':'string','x-mcp-header':'A B'}} | name of a header",
        "{'a':{'type':'string','x-mcp-header':'A:'}} | name of a header",
        "{'a':{'type':'string','x-mcp-header':'Ä'}} | name of a header",
        "{'a':{'type':'string','x-mcp-header':7}} | name of a header",
        "{'a':{'type':'number','x-mcp-header':'A'}} | not for a string",
        "{'a':{'type':['string','null'],'x-mcp-header':'A'}} | not for a string",
        "{'a':{'x-mcp-header':'A'}} | not for a string",
        "{'a':{'type':'array','items':{'type':'string','x-mcp-header':'A'}}} | only for a property",
        "{'a':{'anyOf':[{'type':'string','x-mcp-header':'A'}]}} | only for a property",
        "{'a':{'anyOf':[{'properties':{'b':{'type':'string','x-mcp-header':'A'}}}]}} | only for a property",
      })
  void annotations(String properties, @Nullable String fault) {
    String found =
        ParamHeaders.fault(tree("{'type':'object','properties':%s}".formatted(properties)));
    if (fault == null) {
      assertThat(found).isNull();
    } else {
      assertThat(found).contains(fault);
    }
  }

  @Test
  void an_annotation_of_the_input_itself_or_of_a_definition_is_none() {
    assertThat(ParamHeaders.fault(tree("{'type':'object','x-mcp-header':'A'}"))).isNotNull();
    assertThat(
            ParamHeaders.fault(
                tree("{'type':'object','$defs':{'a':{'type':'string','x-mcp-header':'A'}}}")))
        .isNotNull();
  }

  @Test
  @DisplayName("AG-73 arguments become headers where they are there, and only then")
  void arguments_become_headers() throws Exception {
    Json schema =
        JsonTree.write(
            tree(
                """
                {'type':'object','properties':{'a':{'type':'string','x-mcp-header':'A'},
                 'b':{'type':'boolean','x-mcp-header':'B'},'c':{'type':'object','properties':
                 {'d':{'type':'integer','x-mcp-header':'D'}}}}}"""));
    assertThat(
            ParamHeaders.of(
                schema, JsonTree.write(tree("{'a':'ü','b':true,'c':{'d':42.0},'e':'no'}"))))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("Mcp-Param-A", "=?base64?w7w=?=", "Mcp-Param-B", "true", "Mcp-Param-D", "42"));
    assertThat(ParamHeaders.of(schema, JsonTree.write(tree("{'a':null,'c':{}}")))).isEmpty();
    assertThatThrownBy(
            () -> ParamHeaders.of(schema, JsonTree.write(tree("{'c':{'d':9007199254740993}}"))))
        .isInstanceOf(McpFailure.class)
        .hasMessageContaining("Nothing was sent");
  }
}
