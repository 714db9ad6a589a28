package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Texts that are shared, of which every revision stays. */
@OnBothDatabases
class BoardTest extends Acceptance {
  BoardTest(Database database) {
    super(database);
  }

  private static String says(String title, String content) {
    return json("{'title':'%s','content':'%s'}", title, content);
  }

  private JsonNode create(String title, String content) {
    return http.post("/v1/boards", says(title, content)).expect(201).json();
  }

  private static String path(JsonNode board) {
    return "/v1/boards/" + text(board, "board_id");
  }

  @Test
  void a_board_is_made_revised_and_read_in_every_revision() {
    JsonNode board = create("Rules", "one");
    assertThat(members(board))
        .containsExactly(
            "board_id",
            "revision_id",
            "title",
            "content",
            "revisions",
            "created_at_ms",
            "updated_at_ms");
    JsonNode revision =
        http.post(path(board) + "/revisions", says("New rules", "two")).expect(201).json();
    assertThat(text(revision, "board_id")).isEqualTo(text(board, "board_id"));

    JsonNode now = http.get(path(board)).expect(200).json();
    assertThat(text(now, "revision_id")).isEqualTo(text(revision, "revision_id"));
    assertThat(text(now, "title")).isEqualTo("New rules");
    assertThat(text(now, "content")).isEqualTo("two");
    assertThat(now.path("revisions").asInt()).isEqualTo(2);

    JsonNode all = http.get(path(board) + "/revisions").expect(200).json();
    assertThat(all.valueStream().map(r -> text(r, "revision_id")))
        .containsExactly(text(revision, "revision_id"), text(board, "revision_id"));
    assertThat(members(all.get(0))).doesNotContain("content");
    JsonNode first =
        http.get(path(board) + "/revisions/" + text(board, "revision_id")).expect(200).json();
    assertThat(text(first, "content")).isEqualTo("one");
    assertThat(text(first, "title")).isEqualTo("Rules");
  }

  @Test
  void boards_are_listed_in_pages_without_what_they_say() {
    JsonNode older = create("older", "x");
    JsonNode newer = create("newer", "x");
    JsonNode page = http.get("/v1/boards?page=true&limit=2").expect(200).json();
    assertThat(page.path("items").valueStream().map(b -> text(b, "board_id")))
        .containsExactly(text(newer, "board_id"), text(older, "board_id"));
    assertThat(members(page.at("/items/0"))).doesNotContain("content");
  }

  @Test
  void a_repeated_request_makes_nothing_twice() {
    String key = "board-" + session();
    List<Http.Answer> made = atOnce(8, () -> keyed("/v1/boards", says("a", "b"), key));
    assertThat(made.stream().map(a -> text(a.expect(201).json(), "board_id")).distinct())
        .hasSize(1);
    assertThat(made.stream().filter(a -> a.header("Idempotency-Replayed").isEmpty())).hasSize(1);
    refused(
        keyed("/v1/boards", says("a", "other"), key), 409, "idempotency", "idempotency_conflict");

    String path = path(made.getFirst().json()) + "/revisions";
    List<Http.Answer> revised = atOnce(8, () -> keyed(path, says("a", "c"), key));
    assertThat(revised.stream().map(a -> text(a.expect(201).json(), "revision_id")).distinct())
        .hasSize(1);
    assertThat(http.get(path).json().size()).isEqualTo(2);
  }

  @Test
  void revisions_made_at_once_are_all_kept() {
    JsonNode board = create("busy", "0");
    String path = path(board) + "/revisions";
    List<String> made =
        atOnce(
            16, () -> text(http.post(path, says("busy", "n")).expect(201).json(), "revision_id"));
    assertThat(made).doesNotHaveDuplicates();
    assertThat(http.get(path(board)).json().path("revisions").asInt()).isEqualTo(17);
    assertThat(http.get(path).json().size()).isEqualTo(17);
  }

  @Test
  void what_is_not_there_is_404() {
    JsonNode board = create("a", "b");
    JsonNode other = create("c", "d");
    refused(http.get("/v1/boards/brd_1"), 404, "boards", "board_not_found");
    refused(http.get("/v1/boards/brd_1/revisions"), 404, "boards", "board_not_found");
    refused(
        http.post("/v1/boards/brd_1/revisions", says("a", "b")), 404, "boards", "board_not_found");
    for (String revision : List.of("rev_1", text(other, "revision_id"))) {
      refused(
          http.get(path(board) + "/revisions/" + revision),
          404,
          "boards",
          "board_revision_not_found");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'title':'a'}", "{'title':'','content':'x'}", "{'title':'a','content':7}"})
  void a_board_needs_a_title_and_a_text(String body) {
    refused(http.post("/v1/boards", json(body)), 400, "api", "invalid_request");
  }

  @Test
  void what_a_board_says_is_bounded() {
    String most = "x".repeat(256 * 1024);
    assertThat(text(create("long", most), "content")).isEqualTo(most);
    refused(http.post("/v1/boards", says("too long", most + "x")), 400, "api", "invalid_request");
  }
}
