package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Runs call tools of MCP servers, good ones and bad ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpServerToolsTest extends McpAcceptance {
  private static final Path LOG = Database.newFolder().resolve("log");
  private static final String KEY = "key-of-the-stage-0815";

  McpServerToolsTest() {
    super(
        TestDaemon.start(
            Database.newFolder(),
            all(
                List.of(
                    stage("stage", LOG, "ENV", "STAGE_KEY=" + KEY, "CALL_TIMEOUT_MS", "60000"),
                    stage("hasty", LOG, "CALL_TIMEOUT_MS", "300"),
                    server("absent", "URL", "http://127.0.0.1:1/mcp")))));
  }

  @AfterAll
  void stop() {
    close();
  }

  private static List<String> log() {
    try {
      return Files.exists(LOG) ? Files.readAllLines(LOG) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_tool_is_listed_asked_about_and_called() {
    String session = session();
    assertThat(tools(session)).contains("mcp__stage__echo", "mcp__hasty__echo");
    JsonNode parked =
        park(
            session,
            Script.tool("mcp__stage__echo", json("{'text':'hi'}")),
            Script.SAY_LAST_RESULT);
    // It calls itself harmless, which counts for nothing.
    assertThat(status(parked)).isEqualTo("waiting_for_approval");
    assertThat(told(approvalId(parked))).isEqualTo("Says it again");
    http.post("/v1/runs/" + id(parked) + "/approvals", allow(approvalId(parked))).expect(202);
    assertThat(lastWords(id(parked)))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}");
    assertThat(
            http.get("/v1/runs/" + id(parked) + "/external-actions").expect(200).json().toString())
        .contains("mcp_call");
  }

  /** What a card says that the server says of its tool. */
  private String told(String approval) {
    JsonNode request = http.get("/v1/approvals/" + approval).expect(200).json().path("request");
    return request.path("tool_description").asString("");
  }

  @Test
  @DisplayName("PG-48 a card has the first 300 characters of the description, as it was asked with")
  void PG_48_a_card_says_what_the_server_says_of_its_tool() {
    JsonNode giant = park(session(), Script.tool("mcp__stage__giant", "{}"));
    assertThat(told(approvalId(giant))).hasSize(300).startsWith("ddd").endsWith("…");
    JsonNode none = park(session(), Script.tool("mcp__stage__fixed", "{}"));
    assertThat(told(approvalId(none))).isEmpty();
    JsonNode own = park(session(), Script.tool("bash", json("{'command':'make'}")));
    assertThat(told(approvalId(own))).isEmpty();
  }

  @Test
  void an_approver_cannot_put_in_what_the_tool_does_not_take() {
    String session = session();
    JsonNode parked = park(session, Script.tool("mcp__stage__echo", json("{'text':'hi'}")));
    refused(
        http.post(
            "/v1/runs/" + id(parked) + "/approvals",
            resolutions(one(approvalId(parked), "allow", json(",'updated_input':{'text':7}")))),
        400,
        "approvals",
        "approval_invalid_resolution");
  }

  // DX-54
  @Test
  void DX_54_what_the_schema_of_a_tool_marks_read_only_is_locked_and_refused() {
    String session = session();
    String asked = json("{'amount':5,'account':'a','to':{'name':'x','iban':'i'}}");
    JsonNode parked = park(session, Script.tool("mcp__stage__pay", asked), Script.SAY_LAST_RESULT);
    JsonNode shown =
        http.get("/v1/approvals/" + approvalId(parked)).expect(200).json().path("request");
    assertThat(texts(shown.path("editable"))).containsExactly("/amount", "/to/name");
    assertThat(refusedEdit(parked, "{'amount':5,'account':'b','to':{'name':'x','iban':'i'}}"))
        .isEqualTo("/resolutions/0/updated_input/account is read only");
    assertThat(refusedEdit(parked, "{'amount':5,'account':'a','to':{'name':'x'}}"))
        .isEqualTo("/resolutions/0/updated_input/to/iban is read only");
    assertThat(refusedEdit(parked, "{'amount':5,'account':'a'}"))
        .isEqualTo("/resolutions/0/updated_input/to is read only");
    edit(parked, "{'amount':6,'account':'a','to':{'name':'y','iban':'i'}}").expect(202);
    assertThat(text(run(id(parked)), "status")).isNotEqualTo("waiting_for_approval");

    JsonNode fixed = park(session(), Script.tool("mcp__stage__fixed", "{}"));
    JsonNode edit =
        http.get("/v1/approvals/" + approvalId(fixed)).expect(200).json().at("/request/actions/2");
    assertThat(text(edit, "action")).isEqualTo("edit");
    assertThat(edit.path("allowed").asBoolean()).isFalse();
    assertThat(text(edit, "reason")).contains("read only");
  }

  private Http.Answer edit(JsonNode parked, String input) {
    return http.post(
        "/v1/runs/" + id(parked) + "/approvals",
        resolutions(one(approvalId(parked), "allow", json(",'updated_input':" + input))));
  }

  private String refusedEdit(JsonNode parked, String input) {
    JsonNode fault =
        refused(edit(parked, input), 400, "approvals", "approval_invalid_resolution")
            .at("/errors/0");
    return text(fault, "pointer") + " " + text(fault, "message");
  }

  @Test
  void an_input_that_does_not_fit_is_not_sent() {
    int before = log().size();
    assertThat(text(call(trusting(), "mcp__stage__echo", "{'text':7}"), "error"))
        .contains("/text", "Nothing was sent");
    assertThat(text(call(trusting(), "mcp__stage__echo", "{}"), "error")).contains("text");
    assertThat(log()).hasSize(before);
  }

  @Test
  void what_nobody_could_use_is_left_out_and_told_of() {
    JsonNode server = shown("stage");
    assertThat(text(server, "status")).isEqualTo("connected");
    assertThat(text(server, "transport")).isEqualTo("stdio");
    assertThat(text(server, "protocol_version")).isEqualTo("2025-06-18");
    assertThat(server.at("/server_info/name").asString()).isEqualTo("stage");
    assertThat(server.path("credentialed").asBoolean()).isTrue();
    assertThat(texts(server.path("left_out")))
        .anyMatch(line -> line.contains("echo: another has the same name"))
        .anyMatch(line -> line.contains("no_object: its input schema"))
        .anyMatch(line -> line.contains("no_schema"))
        .anyMatch(line -> line.contains("its name is not"))
        .anyMatch(line -> line.contains("its name contains a key of the server"));
    assertThat(described("giant")).hasSize(2_000).endsWith("… (cut)");
    assertThat(described("telling")).startsWith("*** ");
    assertThat(server.at("/resources/0/uri").asString()).isEqualTo("file:///a");
    assertThat(server.at("/resource_templates/0/uri_template").asString()).isEqualTo("file:///{x}");
    assertThat(server.at("/prompts/0/arguments/0/name").asString()).isEqualTo("who");
    assertThat(server.toString()).doesNotContain(KEY);
  }

  private String described(String tool) {
    return shown("stage")
        .path("tools")
        .valueStream()
        .filter(one -> text(one, "name").equals("mcp__stage__" + tool))
        .map(one -> text(one, "description"))
        .findFirst()
        .orElse("");
  }

  @Test
  void a_tool_that_changed_while_its_approval_waited_is_not_called() {
    String session = session();
    String[] script = {Script.tool("mcp__stage__telling", "{}"), Script.SAY_LAST_RESULT};
    JsonNode parked = park(session, script);
    String before = described("telling");
    String told = told(approvalId(parked));
    assertThat(told).isNotEmpty().doesNotContain(KEY);
    assertThat(call(trusting(), "mcp__stage__redefine", "{}").toString()).contains("redefined");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(described("telling")).isNotEmpty().isNotEqualTo(before));
    assertThat(told(approvalId(parked))).isEqualTo(told);
    http.post("/v1/runs/" + id(parked) + "/approvals", allow(approvalId(parked))).expect(202);
    assertThat(lastWords(id(parked)))
        .contains(
            "has changed since its approval was requested. Nothing was sent. Call it again to ask again.");
    assertThat(log()).doesNotContain("telling");

    JsonNode again = park(session, script);
    assertThat(told(approvalId(again))).isNotEqualTo(told);
    http.post("/v1/runs/" + id(again) + "/approvals", allow(approvalId(again))).expect(202);
    assertThat(lastWords(id(again))).contains("content");
    assertThat(log()).contains("telling");
  }

  @Test
  void a_name_that_no_model_can_say_is_made_to_fit() {
    String name =
        tools(session()).stream()
            .filter(one -> one.contains("stage__odd"))
            .findFirst()
            .orElseThrow();
    assertThat(name).matches("mcp__stage__odd_name___[0-9a-f]{10}");
    assertThat(call(trusting(), name, "{}").toString()).contains("?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stray   | fine",
        "twice   | first",
        "shape   | not answer with a valid result",
        "refuse  | not today",
        "changes | changed",
        "binary  | image/png",
      })
  void lies_harm_nothing_but_their_call(String tool, String told) {
    String session = trusting();
    assertThat(call(session, "mcp__stage__" + tool, "{}").toString()).contains(told);
    assertThat(call(session, "mcp__stage__echo", "{'text':'well'}").toString()).contains("well");
  }

  @Test
  void what_does_not_fit_the_servers_own_schema_is_an_error() {
    assertThat(
            call(trusting(), "mcp__stage__typed", "{'n':1}").path("structured_content").toString())
        .isEqualTo("{\"n\":1}");
    JsonNode wrong = call(trusting(), "mcp__stage__typed", "{'n':'one'}");
    assertThat(text(wrong, "error")).contains("output schema", "/n");
    assertThat(wrong.has("structured_content")).isFalse();
  }

  @Test
  void a_long_result_is_cut_and_says_so() {
    JsonNode result = call(trusting(), "mcp__stage__big", "{}");
    assertThat(result.path("content_cut").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asString()).hasSize(32 * 1024);
  }

  @Test
  void no_key_of_a_server_is_seen() {
    assertThat(call(trusting(), "mcp__stage__environment", "{}").toString())
        .contains("***")
        .doesNotContain(KEY);
    assertThat(text(call(trusting(), "mcp__stage__error", "{}"), "error"))
        .contains("no such key ***");
  }

  @Test
  void a_call_that_hangs_is_given_up_and_its_server_told() {
    String session = trusting();
    assertThat(text(call(session, "mcp__hasty__hang", "{}"), "error"))
        .contains("'hasty' did not answer within 300 ms", "may have taken effect");
    await().untilAsserted(() -> assertThat(log()).contains("cancelled"));
    awaitHasty(session, "echo", "{'text':'again'}", "again");
  }

  /** On a busy machine it takes more than one attempt. */
  private void awaitHasty(String session, String tool, String input, String told) {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(call(session, "mcp__hasty__" + tool, input).toString()).contains(told));
  }

  @Test
  void to_cancel_the_run_is_to_cancel_its_call() {
    String session = trusting();
    long before = log().stream().filter("cancelled"::equals).count();
    String run = begin(session, "mcp__stage__hang");
    await().until(() -> log().contains("hang"));
    http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);
    await()
        .untilAsserted(
            () ->
                assertThat(log().stream().filter("cancelled"::equals).count())
                    .isGreaterThan(before));
    assertThat(call(session, "mcp__stage__echo", "{'text':'next'}").toString()).contains("next");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "die          | exit code 3: the disk is on fire",
        "endless_line | a line of more than",
        "blanks       | too many lines that are not messages",
        "flood        | messages in a few seconds",
      })
  void a_server_that_dies_or_floods_harms_only_its_call_and_comes_back(String tool, String told) {
    String session = trusting();
    assertThat(text(call(session, "mcp__stage__" + tool, "{}"), "error"))
        .contains(told, "may have taken effect, and is not repeated");
    awaitHasty(session, "typed", "{'n':1}", "1");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(text(shown("stage"), "status")).isEqualTo("connected"));
    assertThat(call(session, "mcp__stage__echo", "{'text':'back'}").toString()).contains("back");
  }

  @Test
  void a_server_that_cannot_be_reached_is_told_of_and_holds_nobody_up() {
    await().untilAsserted(() -> assertThat(text(shown("absent"), "status")).isEqualTo("failed"));
    assertThat(text(shown("absent"), "error")).contains("'absent' cannot be reached");
    assertThat(http.get("/v1/status").expect(200).json().at("/health/warnings").toString())
        .contains("mcp_server_unreachable", "absent");
    assertThat(
            http.get("/v1/mcp-servers").expect(200).json().valueStream().map(s -> text(s, "name")))
        .containsExactly("absent", "hasty", "stage");
    refused(http.get("/v1/mcp-servers/none"), 404, "agents", "mcp_server_not_found");
    assertThat(tools(session())).noneMatch(name -> name.startsWith("mcp__absent"));
    assertThat(text(call(trusting(), "mcp__absent__tool", "{}"), "error"))
        .contains("the server absent is not connected (", "try again later");
  }

  @Test
  void a_tool_that_is_not_there_is_an_unknown_tool() {
    assertThat(text(call(trusting(), "mcp__stage__nothing", "{}"), "error"))
        .isEqualTo("There is no tool named mcp__stage__nothing.");
  }
}
