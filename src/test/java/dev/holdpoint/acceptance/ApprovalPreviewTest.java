package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a file would become is shown before anybody decides. */
@OnBothDatabases
class ApprovalPreviewTest extends Acceptance {
  private record Home(TestDaemon daemon, Path workspaces) {}

  private static final Map<Database, Home> HOMES = new EnumMap<>(Database.class);

  private final Path workspaces;
  private final String session = session();

  ApprovalPreviewTest(Database database) {
    super(HOMES.computeIfAbsent(database, ApprovalPreviewTest::start).daemon.http());
    workspaces = Objects.requireNonNull(HOMES.get(database)).workspaces;
  }

  private static Home start(Database database) {
    Path folder = Database.newFolder();
    return new Home(
        TestDaemon.start(folder, database.settings(Map.of())), folder.resolve("workspaces"));
  }

  @AfterAll
  static void stop() {
    HOMES.values().forEach(home -> home.daemon.close());
    HOMES.clear();
  }

  private Path put(String name, String content) throws IOException {
    Path file = workspaces.resolve(session).resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return Files.writeString(file, content);
  }

  private static String lines(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(i -> "line " + i + "\n")
        .collect(Collectors.joining());
  }

  private JsonNode edits(String path, String old, String next) {
    return park(
        session,
        Script.tool("edit_file", json("{'path':'%s','old':'%s','new':'%s'}", path, old, next)),
        Script.SAY_LAST_RESULT);
  }

  private JsonNode preview(JsonNode run, String query) {
    return http.get("/v1/approvals/" + approvalId(run) + "/preview" + query).expect(200).json();
  }

  private JsonNode decided(JsonNode run) {
    http.post("/v1/runs/" + id(run) + "/approvals", resolutions(one(approvalId(run), "deny", "")))
        .expect(202);
    return awaitRun(id(run), "completed");
  }

  private String problem(String path, String old) {
    JsonNode run = edits(path, old, "new");
    JsonNode file = preview(run, "").at("/files/0");
    decided(run);
    return file.path("problem").asString() + file.path("matches").asString("");
  }

  @Test
  @DisplayName("PG-37 an edit in line 212 is shown with its lines and their numbers, as it is now")
  void PG_37_the_lines_around_an_edit() throws IOException {
    Path file = put("src/long.txt", lines(1, 400));
    JsonNode run = edits("src/long.txt", "line 212", "LINE 212");

    JsonNode shown = preview(run, "");

    assertThat(text(shown, "digest")).isEqualTo(run.at("/pending_approvals/0/digest").asString());
    assertThat(shown.path("available").asBoolean()).isTrue();
    assertThat(shown.path("files")).hasSize(1);
    JsonNode changed = shown.at("/files/0");
    assertThat(text(changed, "status")).isEqualTo("modified");
    assertThat(changed.path("added").asInt()).isEqualTo(1);
    assertThat(changed.path("removed").asInt()).isEqualTo(1);
    assertThat(changed.path("hunks"))
        .hasToString(
            json(
                "[{'before_start':209,'after_start':209,'lines':[['=','line 209'],['=','line 210'],"
                    + "['=','line 211'],['-','line 212'],['+','LINE 212'],['=','line 213'],"
                    + "['=','line 214'],['=','line 215']]}]"));
    assertThat(preview(run, "?context=0").at("/files/0/hunks/0/before_start").asInt())
        .isEqualTo(212);
    assertThat(preview(run, "?context=50").at("/files/0/hunks/0/before_start").asInt())
        .isEqualTo(162);
    refused(
        http.get("/v1/approvals/" + approvalId(run) + "/preview?context=51"),
        400,
        "api",
        "invalid_request");
    Files.writeString(file, "one more\n" + lines(1, 400));
    assertThat(preview(run, "").at("/files/0/hunks/0/before_start").asInt()).isEqualTo(210);
    decided(run);
    JsonNode settled = preview(run, "");
    assertThat(settled.path("available").asBoolean()).isFalse();
    assertThat(text(settled, "reason")).isEqualTo("settled");
    assertThat(settled.path("files")).isEmpty();
  }

  @Test
  @DisplayName("PG-37 a new file is shown whole, up to 4 000 lines")
  void PG_37_a_new_file() {
    JsonNode run =
        park(
            session,
            Script.tool(
                "write_file",
                json("{'path':'new.txt','content':'%s'}", lines(1, 5_000).replace("\n", "\\n"))),
            Script.SAY_LAST_RESULT);

    JsonNode file = preview(run, "").at("/files/0");

    assertThat(text(file, "status")).isEqualTo("new");
    assertThat(file.path("added").asInt()).isEqualTo(5_000);
    assertThat(file.path("cut").asBoolean()).isTrue();
    assertThat(file.at("/hunks/0/lines")).hasSize(4_000);
    assertThat(file.at("/hunks/0/before_start").asInt()).isZero();
    assertThat(file.at("/hunks/0/after_start").asInt()).isEqualTo(1);
  }

  @Test
  @DisplayName("PG-38 what cannot be done or shown is said")
  void PG_38_problems() throws IOException {
    put("a.txt", "twice twice\n");
    put("binary", "a\0b old");
    put("large", "x".repeat(2 << 20));

    assertThat(problem("a.txt", "missing")).isEqualTo("not_found");
    assertThat(problem("gone.txt", "old")).isEqualTo("not_found");
    assertThat(problem("a.txt", "twice")).isEqualTo("ambiguous2");
    assertThat(problem("binary", "old")).isEqualTo("not_text");
    assertThat(problem("large", "old")).isEqualTo("too_large");
    assertThat(problem("../out", "old")).isEqualTo("outside");
    Files.createSymbolicLink(workspaces.resolve(session).resolve("way"), Path.of("/etc"));
    assertThat(problem("way/passwd", "root")).isEqualTo("outside");
  }

  @Test
  @DisplayName("PG-39 a Claude Code edit says that the file is elsewhere; an unknown id is 404")
  void PG_39_elsewhere() {
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json(
                    "{'tool_name':'Edit','reason':'r','input':{'file_path':'/etc/passwd',"
                        + "'old_string':'a','new_string':'b'}}"))
            .expect(201)
            .json();
    JsonNode shown =
        http.get("/v1/approvals/" + raised.at("/request/id").asString() + "/preview")
            .expect(200)
            .json();

    assertThat(shown.path("available").asBoolean()).isFalse();
    assertThat(text(shown, "reason")).isEqualTo("elsewhere");
    refused(
        http.get("/v1/approvals/apr_01JZZZZZZZZZZZZZZZZZZZZZZZ/preview"),
        404,
        "approvals",
        "approval_not_found");
  }
}
