package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Files, boards and whatever else goes with the work. */
class MaterialCommandsTest {
  private static final String SAY_REQUEST = "#!script\n{\"say_request\":true}";

  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static String file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void a_file_is_added_listed_shown_and_fetched() throws Exception {
    String report = file("report.csv", "a,b");
    Outcome added = desk.type("assets", "add", report);
    assertThat(added.out()).matches("ast_\\w+\n");
    assertThat(desk.type("assets", "add", report)).isEqualTo(added);
    String id = added.out().strip();

    assertThat(desk.type("assets", "list").out().lines().map(line -> line.replaceAll("  +", "|")))
        .contains("ASSET|BYTES|TYPE|FILE", id + "|3|text/csv|report.csv");
    assertThat(desk.type("assets", "get", id).out())
        .contains("file        report.csv\n", "bytes       3\n");
    assertThat(desk.json("assets", "show", id).path("asset_id").asString()).isEqualTo(id);

    Path copy = folder.resolve("copy");
    assertThat(desk.type("assets", "download", id, "--output", copy.toString()).out())
        .isEqualTo(copy + "\n");
    assertThat(copy).hasContent("a,b");
    assertThat(desk.type("assets", "get", "ast_1").exitCode()).isEqualTo(5);
    assertThat(desk.type("assets", "add", "/nonexistent").err())
        .contains("/nonexistent does not exist");
  }

  @Test
  void a_board_is_made_revised_listed_and_shown() throws Exception {
    String id = desk.type("boards", "create", "Rules", "--text", "be kind").out().strip();
    assertThat(id).startsWith("brd_");
    String first = desk.json("boards", "show", id).path("revision_id").asString();
    String second =
        desk.type("boards", "revise", id, "--file", file("rules.md", "be kinder")).out().strip();

    assertThat(desk.type("boards", "show", id).out())
        .contains("title       Rules\n", "revision    " + second, "be kinder\n");
    assertThat(desk.type("boards", "show", id, "--revision", first).out()).contains("be kind\n");
    assertThat(desk.type("boards", "show", id, "--revisions").out())
        .containsSubsequence("REVISION", second, first);
    assertThat(desk.type("boards", "list").out()).contains(id);
    assertThat(desk.type("boards", "show", "brd_1").exitCode()).isEqualTo(5);
    assertThat(desk.type("boards", "create", "x", "--text", "a", "--file", "b").exitCode())
        .isEqualTo(2);
  }

  @Test
  void files_boards_and_keys_go_with_the_work() throws Exception {
    String session = desk.session();
    String board = desk.type("boards", "create", "Rules", "--text", "be kind").out().strip();
    String asset = desk.type("assets", "add", file("stored.txt", "stored words")).out().strip();

    Outcome sent =
        desk.type(
            "sessions",
            "send",
            session,
            SAY_REQUEST,
            "--wait",
            "--attach",
            file("note.txt", "mind the gap"),
            "--asset",
            asset,
            "--board",
            board,
            "--binding-key",
            "chat-7");
    assertThat(sent.exitCode()).as(sent.toString()).isZero();
    assertThat(sent.out()).containsSubsequence("mind the gap", "stored words", "be kind");
    JsonNode found = desk.json("sessions", "list", "--binding-key", "chat-7");
    assertThat(found.at("/0/session_id").asString()).isEqualTo(session);

    Outcome taken = desk.type("sessions", "send", desk.session(), "x", "--binding-key", "chat-7");
    assertThat(taken.exitCode()).isEqualTo(6);
    assertThat(taken.err()).contains("409 sessions/binding_key_conflict");
    assertThat(
            desk.type("sessions", "send", session, "--attach", file("alone.txt", "x"), "--wait")
                .exitCode())
        .isZero();
  }

  @Test
  void a_run_that_does_not_write_what_it_must_fails() throws Exception {
    Outcome failed =
        desk.type("sessions", "send", desk.session(), "x", "--wait", "--require-file", "sum.md");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err()).contains("failed", "sum.md");
    assertThat(
            desk.type("sessions", "send", desk.session(), "x", "--require-file", "../x").exitCode())
        .isEqualTo(2);
    assertThat(desk.type("sessions", "send", "x", "--attach", "/nonexistent").err())
        .contains("/nonexistent does not exist");
  }
}
