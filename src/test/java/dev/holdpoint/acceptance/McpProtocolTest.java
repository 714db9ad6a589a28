package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.Script;
import java.net.http.HttpRequest;
import java.util.Base64;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the Model Context Protocol says of messages, whatever they ask for. */
class McpProtocolTest extends Acceptance {
  private static final String PING = json("{'jsonrpc':'2.0','id':1,'method':'ping'}");
  private final Http agent = http.withRole("agent", "protocol agent");

  McpProtocolTest() {
    super(Database.SQLITE);
  }

  private Http.Answer post(String body, Consumer<HttpRequest.Builder> more) {
    return agent.send(
        "POST",
        Mcp.PATH,
        body,
        request -> {
          request.setHeader("Accept", "application/json, text/event-stream");
          more.accept(request);
        });
  }

  private Http.Answer post(String body) {
    return post(body, _ -> {});
  }

  private static JsonNode error(Http.Answer answer, int status, int code) {
    JsonNode body = answer.expect(status).json();
    assertThat(text(body, "jsonrpc")).isEqualTo("2.0");
    assertThat(body.at("/error/code").asInt()).as(answer.text()).isEqualTo(code);
    assertThat(body.at("/error/message").asString()).isNotBlank();
    return body;
  }

  @ParameterizedTest
  @CsvSource({
    "2025-03-26,2025-03-26",
    "2025-06-18,2025-06-18",
    "2025-11-25,2025-11-25",
    "2024-11-05,2025-11-25",
    "2099-01-01,2025-11-25"
  })
  void a_version_that_both_speak_is_agreed_on(String wished, String agreed) {
    Http.Answer answer =
        post(json(
                "{'jsonrpc':'2.0','id':'a','method':'initialize','params':{'protocolVersion':"
                    + "'%s','capabilities':{},'clientInfo':{'name':'c','version':'1'}}}",
                wished))
            .expect(200);
    JsonNode result = answer.json().path("result");
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    assertThat(text(result, "protocolVersion")).isEqualTo(agreed);
    assertThat(members(result.path("capabilities"))).containsExactly("tools");
    assertThat(result.at("/serverInfo/name").asString()).isEqualTo("holdpoint");
    assertThat(text(result, "instructions")).contains("request_approval", "check_decision");
    assertThat(answer.header("Mcp-Session-Id")).matches("[!-~]{1,2000}");
  }

  @Test
  @DisplayName("AG-24 every tool says what it takes and gives, and has openWorldHint false")
  void every_tool_says_what_it_takes_and_gives() {
    JsonNode tools = Mcp.open(agent, "reader").request("tools/list", "{}").at("/result/tools");
    assertThat(tools.valueStream().map(tool -> text(tool, "name")))
        .containsExactly(
            "request_approval",
            "ask_user",
            "check_decision",
            "notify",
            "redeem_permit",
            "report_result",
            "permission_prompt");
    for (JsonNode tool : tools) {
      assertThat(text(tool, "title")).isNotBlank();
      assertThat(text(tool, "description")).isNotBlank();
      assertThat(tool.at("/inputSchema/type").asString()).isEqualTo("object");
      assertThat(tool.at("/annotations/destructiveHint").asBoolean(true)).isFalse();
      assertThat(tool.at("/annotations/openWorldHint").asBoolean(true)).isFalse();
      // A reference that leads nowhere would make clients refuse the whole list.
      for (JsonNode reference : tool.findValues("$ref")) {
        String name = reference.asString().substring("#/$defs/".length());
        assertThat(
                tool.at("/inputSchema/$defs").has(name) || tool.at("/outputSchema/$defs").has(name))
            .as(reference.toString())
            .isTrue();
      }
    }
    assertThat(tools.at("/0/inputSchema/additionalProperties").asBoolean(true)).isFalse();
    assertThat(texts(tools.at("/0/inputSchema/required"))).containsExactly("reason");
    assertThat(texts(tools.at("/0/outputSchema/required")))
        .containsExactly("status", "request_id", "run_id", "session_id");
    assertThat(tools.at("/6").has("outputSchema")).isFalse();
  }

  @Test
  @DisplayName("AG-24 a stream tells its client to wait 15 seconds before it comes back")
  void a_client_that_tries_twice_outlives_a_restart() {
    String asks =
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'request_approval',"
            + "'arguments':{'reason':'a release','wait_ms':1}}}";
    Http.Answer stream =
        post(json(asks), request -> request.setHeader("MCP-Protocol-Version", "2025-11-25"));
    assertThat(stream.expect(200).text()).contains("\nretry: 15000\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{'jsonrpc':'2.0'; 400; -32700",
        "not json; 400; -32700",
        "[]; 400; -32600",
        "[{'jsonrpc':'2.0','id':1,'method':'ping'}]; 400; -32600",
        "7; 400; -32600",
        "{}; 400; -32600",
        "{'jsonrpc':'1.0','id':1,'method':'ping'}; 400; -32600",
        "{'jsonrpc':'2.0','id':1}; 400; -32600",
        "{'jsonrpc':'2.0','id':null,'method':'ping'}; 400; -32600",
        "{'jsonrpc':'2.0','id':1.5,'method':'ping'}; 400; -32600",
        "{'jsonrpc':'2.0','id':{},'method':'ping'}; 400; -32600",
        "{'jsonrpc':'2.0','id':1,'method':7}; 400; -32600",
        "{'jsonrpc':'2.0','id':1,'method':'ping','params':[]}; 400; -32600",
        "{'jsonrpc':'2.0','id':1,'id':2,'method':'ping'}; 400; -32700",
        "{'jsonrpc':'2.0','id':1,'method':'resources/list'}; 200; -32601",
        "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{}}; 200; -32602",
        "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'1'}}; 200; -32602",
        "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'x'}}; 200; -32602",
        "{'jsonrpc':'2.0','id':1,'method':'tools/call'}; 200; -32602",
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'rm'}}; 200; -32602",
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'notify','arguments':[]}}; 200; -32602",
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'notify','_meta':{'progressToken':{}}}}; 200; -32602"
      })
  void what_makes_no_sense_is_an_error_with_its_code(String body, int status, int code) {
    error(post(json(body)), status, code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','method':'notifications/initialized'}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'none'}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled'}",
        "{'jsonrpc':'2.0','method':'tools/call','params':{'name':'notify'}}",
        "{'jsonrpc':'2.0','id':9,'result':{}}"
      })
  void notifications_and_responses_are_taken_note_of(String body) {
    assertThat(post(json(body)).expect(202).text()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Accept; application/json; 406",
        "Accept; text/event-stream; 406",
        "Accept; text/html; 406",
        "Mcp-Session-Id; garbled; 404",
        "Mcp-Session-Id; 1.bm90IGpzb24; 404",
        "Mcp-Session-Id; 1.e30; 404",
        "Content-Type; text/plain; 415",
        "Origin; https://evil.example; 403"
      })
  void a_header_that_makes_no_sense_is_refused(String name, String value, int status) {
    Http.Answer answer = post(PING, request -> request.setHeader(name, value)).expect(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    assertThat(answer.json().at("/error/message").asString()).isNotBlank();
    assertThat(answer.json().path("id").isNull()).isTrue();
  }

  /** It is no older client, so it is told as a newer one: with its id. */
  @ParameterizedTest
  @ValueSource(strings = {"1999-01-01", "2024-11-05", "2026-07-28"})
  void a_version_that_is_not_spoken_is_refused_with_the_id(String version) {
    Http.Answer answer = post(PING, request -> request.setHeader("MCP-Protocol-Version", version));
    assertThat(error(answer, 400, -32602).path("id").asInt()).isEqualTo(1);
  }

  @Test
  void nobodys_page_looks_at_a_stream() {
    Http.Answer answer =
        http.send(
            "GET",
            "/mcp",
            null,
            request ->
                request.header("Origin", "https://evil.example").header("Last-Event-ID", "1.e30"));
    assertThat(answer.expect(403).json().at("/error/message").asString()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"*/*", "application/*, text/*", "text/event-stream;q=0.5,application/json"})
  void whoever_takes_both_kinds_of_answer_is_answered(String accept) {
    assertThat(post(PING, request -> request.setHeader("Accept", accept)).expect(200).json())
        .isEqualTo(JSON.readTree(json("{'jsonrpc':'2.0','id':1,'result':{}}")));
  }

  @Test
  void a_caller_without_a_token_is_asked_for_one_and_a_viewer_is_refused() {
    Http.Answer none = http.as(null).post(Mcp.PATH, PING).expect(401);
    assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(none.json().at("/error/data/code").asString()).isEqualTo("unauthorized");
    http.withRole("viewer", "mcp viewer").post(Mcp.PATH, PING).expect(403);
  }

  @Test
  @DisplayName("AG-24 there is no stream to listen to, and DELETE is 405 with Allow")
  void there_is_no_stream_to_listen_to_and_nothing_to_end() {
    Http.Answer listening = agent.get(Mcp.PATH).expect(405);
    assertThat(listening.header("Allow")).isEqualTo("POST");
    agent.send("PUT", Mcp.PATH, "{}", _ -> {}).expect(405);
    // KT-11
    Mcp client = Mcp.open(agent, "short-lived");
    String session = String.valueOf(client.session());
    assertThat(
            agent
                .send(
                    "DELETE", Mcp.PATH, null, request -> request.header("Mcp-Session-Id", session))
                .expect(405)
                .header("Allow"))
        .isEqualTo("POST, GET");
    agent
        .send("POST", Mcp.PATH, PING, request -> request.header("Mcp-Session-Id", session))
        .expect(200);
    error(
        agent.send("GET", Mcp.PATH, null, request -> request.header("Last-Event-ID", "1.e30")),
        400,
        -32000);
  }

  @Test
  void a_place_that_was_made_up_leads_to_no_answer_in_the_words_of_a_prompt() {
    agent.session("places");
    madeUpForClaude(http.awaitQuestion(agent.submit("places", Script.ask("Which one?", 0))));
    // AG-57: nor where the caller has asked it, by another tool: not every request has such words.
    JsonNode asked =
        Mcp.structured(
            Mcp.open(agent, "made up")
                .call(
                    "request_approval",
                    json(
                        "{'reason':'made up','tool_name':'AskUserQuestion','input':{},"
                            + "'wait_ms':0}")));
    madeUpForClaude(asked.path("request_id").asString());
  }

  private void madeUpForClaude(String gate) {
    String place = json("{'id':1,'gate':'%s','claude':true}".formatted(gate));
    error(
        agent.send(
            "GET",
            Mcp.PATH,
            null,
            request ->
                request
                    .header("Accept", "text/event-stream")
                    .header("Mcp-Session-Id", String.valueOf(Mcp.open(agent, "made up").session()))
                    .header(
                        "Last-Event-ID",
                        "1." + Base64.getUrlEncoder().encodeToString(place.getBytes(UTF_8)))),
        400,
        -32000);
  }
}
