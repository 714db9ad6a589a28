package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Files and boards go with the input, in the order they were sent. */
@OnBothDatabases
class MaterialTest extends Acceptance {
  private final Database database;

  MaterialTest(Database database) {
    super(database);
    this.database = database;
  }

  private Http.Answer submit(String session, String door, String body) {
    return http.post("/v1/sessions/" + session + "/" + door, body);
  }

  /** The run that this input makes, when it is over. */
  private JsonNode taken(String door, String body) {
    String session = session();
    submit(session, door, body).expect(door.equals("input") ? 200 : 202);
    String run = id(http.get("/v1/runs?session_id=" + session).json().get(0));
    return awaitRun(run, "completed");
  }

  private static String inline(String fileName, String text) {
    return json(
        "{'type':'inline_asset','file_name':'%s','content_base64':'%s'}",
        fileName, AssetTest.base64(text));
  }

  private static String words(String text) {
    return "{\"type\":\"text\",\"text\":" + JSON.writeValueAsString(text) + "}";
  }

  private static String items(String... items) {
    return "{\"input_items\":[" + String.join(",", items) + "]}";
  }

  private static final String SCRIPT = words("#!script\n{\"say_request\":true}");

  /** What the model was sent as the last user message. */
  private static JsonNode seen(JsonNode run) {
    String said = text(run.path("outputs").get(0), "content");
    return JSON.readTree(said).at("/messages/0");
  }

  private String board(String title, String content) {
    return http.post("/v1/boards", json("{'title':'%s','content':'%s'}", title, content))
        .expect(201)
        .text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-203
  void K4_203_attachments_go_with_the_content(String door) {
    JsonNode run =
        taken(
            door,
            "{\"content\":\"#!script\\n{\\\"say_request\\\":true}\",\"attachments\":["
                + AssetTest.upload("note.txt", "mind the gap")
                + ","
                + json(
                    "{'file_name':'raw','media_type':'Application/X-Thing',"
                        + "'content_base64':'AAEC/w=='}")
                + "]}");

    JsonNode attached = run.path("input_attachments");
    assertThat(attached.valueStream().map(a -> text(a, "file_name")))
        .containsExactly("note.txt", "raw");
    assertThat(members(attached.get(0)))
        .containsExactly("id", "file_name", "media_type", "byte_length", "sha256");
    assertThat(text(attached.get(1), "media_type")).isEqualTo("application/x-thing");
    assertThat(attached.at("/1/byte_length").asInt()).isEqualTo(4);
    JsonNode asset = http.get("/v1/assets/" + text(attached.get(0), "id")).expect(200).json();
    assertThat(text(asset, "sha256")).isEqualTo(text(attached.get(0), "sha256"));

    JsonNode items = seen(run).path("items");
    assertThat(items.valueStream().map(item -> text(item, "type")))
        .containsExactly("text", "file", "file");
    assertThat(text(items.get(1), "text")).isEqualTo("mind the gap");
    assertThat(members(items.get(2))).as("bytes are only told of").doesNotContain("text");
  }

  @Test
  // K4-214
  void K4_214_a_file_alone_is_input() {
    JsonNode run = taken("runs", "{\"attachments\":[" + AssetTest.upload("note.txt", "x") + "]}");
    assertThat(run.path("input_attachments").size()).isEqualTo(1);
    assertThat(text(run.path("request"), "text_preview")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-202, K4-225, K4-226, K4-227, K4-228
  void K4_202_K4_225_K4_226_K4_227_K4_228_every_kind_of_item_is_taken_in_order(String door) {
    JsonNode asset = AssetTest.add(http, "data.json", "{}");
    JsonNode board = JSON.readTree(board("Rules", "be kind"));

    JsonNode run =
        taken(
            door,
            items(
                inline("first.md", "# one"),
                SCRIPT,
                json("{'type':'asset_reference','asset_id':'%s'}", text(asset, "asset_id")),
                words(""),
                json(
                    "{'type':'board_reference','board_id':'%s','revision_id':'%s'}",
                    text(board, "board_id"), text(board, "revision_id"))));

    JsonNode seen = seen(run);
    assertThat(text(seen, "role")).isEqualTo("user");
    List<JsonNode> items = seen.path("items").valueStream().toList();
    assertThat(items.stream().map(item -> text(item, "type")))
        .containsExactly("file", "text", "file", "text", "board");
    assertThat(text(items.get(0), "file_name")).isEqualTo("first.md");
    assertThat(text(items.get(2), "asset_id")).isEqualTo(text(asset, "asset_id"));
    assertThat(text(items.get(2), "text")).isEqualTo("{}");
    assertThat(text(items.get(4), "title")).isEqualTo("Rules");
    assertThat(text(items.get(4), "text")).isEqualTo("be kind");
    assertThat(run.path("input_attachments").valueStream().map(a -> text(a, "file_name")))
        .containsExactly("first.md", "data.json");
  }

  @Test
  // K4-226
  void K4_226_a_board_is_pinned_as_it_was_when_the_input_was_taken() {
    JsonNode board = JSON.readTree(board("Rules", "old"));
    String session = session();
    String waits = http.submit(session, Script.approval("first"));
    JsonNode waiting = awaitRun(waits, "waiting_for_approval");
    JsonNode queued =
        submit(
                session,
                "runs",
                items(
                    SCRIPT,
                    json("{'type':'board_reference','board_id':'%s'}", text(board, "board_id"))))
            .expect(202)
            .json();
    http.post(
            "/v1/boards/" + text(board, "board_id") + "/revisions",
            json("{'title':'Rules','content':'new'}"))
        .expect(201);
    http.post("/v1/runs/" + waits + "/approvals", allow(approvalId(waiting))).expect(202);

    String said = lastWords(id(queued));
    assertThat(said).contains("\"text\":\"old\"").doesNotContain("\"text\":\"new\"");
  }

  @Test
  void later_runs_see_what_came_with_earlier_ones() {
    String session = session();
    submit(session, "input", items(words("look"), inline("a.txt", "remember me"))).expect(200);
    JsonNode run = park(session, "{\"say_request\":true}");
    assertThat(text(run.path("outputs").get(0), "content")).contains("remember me");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      K4-211 | /content     | {'content':'x','input_items':[{'type':'text','text':'y'}]}
      K4-214 | /content     | {'input_items':[{'type':'text','text':' '}]}
      K4-221 | /attachments/0/file_name      | {'attachments':[{'file_name':'','content_base64':'aGk='}]}
      K4-221 | /attachments/0/file_name      | {'attachments':[{'content_base64':'aGk='}]}
      K4-222 | /attachments/0/content_base64 | {'attachments':[{'file_name':'a','content_base64':''}]}
      K4-222 | /attachments/0/content_base64 | {'attachments':[{'file_name':'a'}]}
      K4-223 | /attachments/0/content_base64 | {'content':'x','attachments':[{'file_name':'a','content_base64':'aGl='}]}
      K4-223 | /input_items/1/content_base64 | {'input_items':[{'type':'text','text':'x'},{'type':'inline_asset','file_name':'a','content_base64':'a?=='}]}
      K4-225 | /input_items/0/asset_id       | {'input_items':[{'type':'asset_reference','asset_id':'asset-1'}]}
      K4-226 | /input_items/0/board_id       | {'input_items':[{'type':'board_reference','board_id':'board-1','revision_id':'rev-1'}]}
      """)
  // K4-211, K4-214, K4-221, K4-222, K4-223, K4-225, K4-226
  void
      K4_211_K4_214_K4_221_K4_222_K4_223_K4_225_K4_226_what_cannot_be_taken_is_refused_with_its_place(
          String row, String pointer, String body) {
    String session = session();
    for (String door : List.of("input", "runs")) {
      JsonNode problem = refused(submit(session, door, json(body)), 400, "runs", "invalid_input");
      assertThat(problem.at("/errors/0/pointer").asString()).as(row).isEqualTo(pointer);
    }
    assertThat(http.get("/v1/runs?session_id=" + session).text()).as(row).isEqualTo("[]");
  }

  @Test
  void a_revision_of_another_board_is_refused() {
    JsonNode one = JSON.readTree(board("one", "1"));
    JsonNode other = JSON.readTree(board("other", "2"));
    JsonNode problem =
        refused(
            submit(
                session(),
                "runs",
                items(
                    json(
                        "{'type':'board_reference','board_id':'%s','revision_id':'%s'}",
                        text(one, "board_id"), text(other, "revision_id")))),
            400,
            "runs",
            "invalid_input");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/input_items/0/revision_id");
  }

  @Test
  void what_came_with_the_input_is_there_after_a_restart() {
    var folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String[] run = new String[1];
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http before = daemon.http();
      before.session("s");
      String script = words("#!script\n" + Script.approval("x") + "\n{\"say_request\":true}");
      run[0] =
          id(
              before
                  .post("/v1/sessions/s/runs", items(script, inline("a.txt", "still here")))
                  .expect(202)
                  .json());
      before.awaitApproval(run[0]);
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http after = daemon.http();
      JsonNode attached = after.run(run[0]).path("input_attachments").get(0);
      assertThat(after.get("/v1/assets/" + text(attached, "id") + "/raw").expect(200).text())
          .isEqualTo("still here");
      after.approve(run[0]);
      JsonNode done = after.awaitRun(run[0], "completed");
      assertThat(text(done.path("outputs").get(0), "content")).contains("still here");
    }
  }
}
