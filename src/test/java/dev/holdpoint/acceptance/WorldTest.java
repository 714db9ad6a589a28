package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What was allowed runs only in the world that it was allowed for. */
@OnBothDatabases
class WorldTest extends Acceptance {
  private record Home(TestDaemon daemon, Path workspaces) {}

  private static final Map<Database, Home> HOMES = new EnumMap<>(Database.class);

  private final Path workspaces;
  private final String session = session();

  WorldTest(Database database) {
    super(HOMES.computeIfAbsent(database, WorldTest::start).daemon.http());
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

  private Path file(String name) {
    return workspaces.resolve(session).resolve(name);
  }

  private void put(String name, String content) {
    try {
      Files.createDirectories(Objects.requireNonNull(file(name).getParent()));
      Files.writeString(file(name), content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String content(String name) throws IOException {
    return Files.readString(file(name));
  }

  private static String write(String path, String content) {
    return Script.tool("write_file", json("{'path':'%s','content':'%s'}", path, content));
  }

  private static String edit(String path, String old, String next) {
    return Script.tool("edit_file", json("{'path':'%s','old':'%s','new':'%s'}", path, old, next));
  }

  private static String bash(String command, String preconditions) {
    return Script.tool(
        "bash", json("{'command':'%s','preconditions':[" + preconditions + "]}", command));
  }

  private JsonNode ask(String call) {
    return park(session, call, Script.SAY_LAST_RESULT);
  }

  private static JsonNode request(JsonNode run) {
    assertThat(run.path("pending_approvals")).as(run.toString()).hasSize(1);
    return run.at("/pending_approvals/0");
  }

  /** The approval by itself: it alone shows what has changed of a file. */
  private JsonNode change(JsonNode run) {
    return http.get("/v1/approvals/" + approvalId(run)).expect(200).json().at("/request/changes/0");
  }

  private void allow(JsonNode run) {
    http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);
  }

  /** Says yes, and waits until the run has asked again. */
  private JsonNode allowStale(JsonNode run) {
    String before = approvalId(run);
    allow(run);
    return awaitRun(
        id(run),
        now -> status(now).equals("waiting_for_approval") && !approvalId(now).equals(before));
  }

  @Test
  // PF-12
  void PF_12_a_write_to_a_changed_file_is_asked_anew_with_the_foreign_change() throws IOException {
    put("notes.txt", "one\ntwo\nthree\n");
    JsonNode run = ask(write("notes.txt", "mine"));
    JsonNode first = request(run);
    assertThat(first.at("/preconditions/0/type").asString()).isEqualTo("file_sha256");
    assertThat(first.at("/preconditions/0/path").asString()).isEqualTo("notes.txt");
    assertThat(first.at("/preconditions/0/state").asString()).isEqualTo("holds");
    put("notes.txt", "one\n2\nthree\n");
    assertThat(request(run(id(run))).at("/preconditions/0/state").asString()).isEqualTo("moved");

    JsonNode again = allowStale(run);

    assertThat(content("notes.txt")).isEqualTo("one\n2\nthree\n");
    JsonNode second = request(again);
    assertThat(second.path("revision").asInt()).isEqualTo(2);
    assertThat(text(second, "revises")).isEqualTo(text(first, "id"));
    assertThat(text(second, "chain_id")).isEqualTo(text(first, "id"));
    assertThat(text(second, "digest")).isEqualTo(text(first, "digest"));
    assertThat(second.path("changes")).hasSize(1);
    JsonNode change = change(again);
    assertThat(text(change, "expected"))
        .isEqualTo(first.at("/preconditions/0/expected").asString());
    assertThat(text(change, "found")).isEqualTo(second.at("/preconditions/0/expected").asString());
    assertThat(change.path("expected_bytes").asInt()).isEqualTo(14);
    assertThat(change.path("found_bytes").asInt()).isEqualTo(12);
    assertThat(text(change, "diff"))
        .isEqualTo("--- expected\n+++ found\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n");
    assertThat(
            http.get("/v1/runs/" + id(run) + "/external-actions")
                .expect(200)
                .json()
                .valueStream()
                .map(action -> text(action, "kind") + " " + text(action, "outcome")))
        .as("that the yes is void is on record")
        .containsExactly("decision allow", "permit void");
    JsonNode stale = event(id(run), "approval_stale");
    assertThat(text(stale, "approval_id")).isEqualTo(text(first, "id"));
    assertThat(text(stale, "successor_id")).isEqualTo(text(second, "id"));
    assertThat(stale.at("/changes/0").has("diff")).isFalse();
    shownNowhereElse(id(run), text(second, "id"));
    JsonNode old = http.get("/v1/approvals/" + text(first, "id")).expect(200).json();
    assertThat(text(old.path("resolution"), "outcome")).isEqualTo("allowed");
    assertThat(text(old.path("request"), "successor_id")).isEqualTo(text(second, "id"));
    isStale(first, second);

    allow(again);

    assertThat(lastWords(id(run))).contains("notes.txt");
    isStale(first, second);
    assertThat(content("notes.txt")).isEqualTo("mine");
  }

  // PF-12, PF-31
  private void isStale(JsonNode first, JsonNode second) {
    JsonNode permit = http.get("/v1/permits/" + permitOf(text(first, "id"))).expect(200).json();
    assertThat(text(permit, "state")).isEqualTo("void");
    assertThat(text(permit, "void_reason")).isEqualTo("stale_world");
    assertThat(text(permit, "successor_id")).isEqualTo(text(second, "id"));
    assertThat(permit.path("attempt").asInt()).isEqualTo(1);
  }

  private static String permitOf(String approval) {
    return "prm_" + approval.substring("apr_".length());
  }

  /** What a file had in it is in no list, view of a run or session, event or frame. */
  private void shownNowhereElse(String run, String approval) {
    for (String path :
        List.of(
            "/v1/approvals?session_id=" + session,
            "/v1/approvals/" + approval + "/revisions",
            "/v1/runs/" + run,
            "/v1/runs/" + run + "/events",
            "/v1/sessions/" + session,
            "/v1/audit/export",
            "/api/approval/pending?session_id=" + session)) {
      assertThat(http.get(path).expect(200).text()).as(path).doesNotContain("three", "@@");
    }
    assertThat(http.get("/v1/approvals/" + approval).text()).contains("@@");
  }

  @Test
  void PF_12_an_untouched_file_is_written_at_the_first_yes() throws IOException {
    put("same.txt", "as it was");
    JsonNode run = ask(write("same.txt", "mine"));
    allow(run);
    awaitRun(id(run), "completed");
    assertThat(content("same.txt")).isEqualTo("mine");
    assertThat(eventTypes(id(run))).doesNotContain("approval_stale");
  }

  @Test
  // PF-13
  void PF_13_an_edit_of_a_changed_file_is_asked_anew() throws IOException {
    put("e.txt", "a b c\n");
    JsonNode run = ask(edit("e.txt", "b", "B"));
    put("e.txt", "a b c d\n");

    JsonNode again = allowStale(run);

    assertThat(content("e.txt")).isEqualTo("a b c d\n");
    assertThat(text(change(again), "diff")).contains("-a b c\n+a b c d\n");
    allow(again);
    awaitRun(id(run), "completed");
    assertThat(content("e.txt")).isEqualTo("a B c d\n");
  }

  @Test
  // PF-13
  void PF_13_a_target_that_appeared_or_vanished_is_asked_anew() throws IOException {
    JsonNode appears = ask(write("new.txt", "mine"));
    assertThat(request(appears).at("/preconditions/0/type").asString()).isEqualTo("file_absent");
    put("new.txt", "theirs\n");
    JsonNode second = allowStale(appears);
    assertThat(text(request(second).at("/changes/0"), "expected")).isEqualTo("absent");
    assertThat(text(change(second), "diff")).contains("+theirs");
    assertThat(content("new.txt")).isEqualTo("theirs\n");
    Files.delete(file("new.txt"));

    JsonNode third = allowStale(second);

    assertThat(request(third).path("revision").asInt()).isEqualTo(3);
    assertThat(text(request(third).at("/changes/0"), "found")).isEqualTo("absent");
    assertThat(text(change(third), "diff")).contains("-theirs");
    assertThat(file("new.txt")).doesNotExist();
    allow(third);
    awaitRun(id(third), "completed");
    assertThat(content("new.txt")).isEqualTo("mine");
  }

  @Test
  // PF-13
  void PF_13_a_target_replaced_by_a_link_is_asked_anew_although_it_reads_the_same()
      throws IOException {
    put("real.txt", "same");
    put("other.txt", "same");
    JsonNode run = ask(write("real.txt", "mine"));
    Files.delete(file("real.txt"));
    Files.createSymbolicLink(file("real.txt"), Path.of("other.txt"));

    JsonNode again = allowStale(run);

    assertThat(text(request(again).at("/changes/0"), "found")).isEqualTo("link");
    assertThat(content("other.txt")).isEqualTo("same");
    // The next yes is for the file behind it, and says so.
    assertThat(request(again).at("/preconditions/0/path").asString()).isEqualTo("other.txt");
    allow(again);
    awaitRun(id(run), "completed");
    assertThat(content("other.txt")).isEqualTo("mine");
  }

  private String git(String folder, String... words) {
    try {
      List<String> command =
          new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.com"));
      command.addAll(List.of(words));
      Process process =
          new ProcessBuilder(command)
              .directory(file(folder).toFile())
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      assertThat(process.waitFor()).as(said).isZero();
      return said;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"repo", "tree"})
  // PF-14
  void PF_14_a_command_that_depends_on_a_commit_and_a_file_runs_only_with_them(String folder)
      throws IOException {
    put("repo/.keep", "");
    put("conf", "x");
    git("repo", "init", "-q", "-b", "main");
    git("repo", "commit", "-q", "--allow-empty", "-m", "one");
    git("repo", "worktree", "add", "-q", "-b", "side", "../tree");
    git("repo", "pack-refs", "--all");
    String listed =
        "{'type':'git_head','path':'%s'},{'type':'file_sha256','path':'conf'}".formatted(folder);
    JsonNode holds = ask(bash("echo ran >> ran", listed));
    assertThat(request(holds).at("/preconditions/0/expected").asString())
        .isEqualTo(git(folder, "rev-parse", "HEAD"));
    allow(holds);
    awaitRun(id(holds), "completed");
    assertThat(content("ran")).isEqualTo("ran\n");

    JsonNode run = ask(bash("echo again >> ran", listed));
    git(folder, "commit", "-q", "--allow-empty", "-m", "two");
    JsonNode committed = allowStale(run);
    assertThat(request(committed).at("/changes/0/type").asString()).isEqualTo("git_head");
    put("conf", "y");
    JsonNode edited = allowStale(committed);
    assertThat(request(edited).at("/changes/0/path").asString()).isEqualTo("conf");
    assertThat(request(edited).path("changes")).hasSize(1);
    assertThat(content("ran")).isEqualTo("ran\n");
    allow(edited);
    awaitRun(id(run), "completed");
    assertThat(content("ran")).isEqualTo("ran\nagain\n");
  }

  @Test
  void PF_14_what_a_rule_allows_is_checked_for_what_it_lists_and_then_a_person_is_asked()
      throws IOException {
    put("conf", "x");
    String sha = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'bash','scope':{'kind':'session','id':'%s'}}", session))
        .expect(201);
    String listed = "{'type':'file_sha256','path':'conf','sha256':'" + sha + "'}";
    JsonNode holds = ask(bash("echo one >> ruled", listed));
    awaitRun(id(holds), "completed");
    put("conf", "y");
    JsonNode moved = ask(bash("echo two >> ruled", listed));
    JsonNode asked = awaitRun(id(moved), now -> status(now).equals("waiting_for_approval"));
    assertThat(text(request(asked).at("/changes/0"), "expected")).isEqualTo(sha);
    assertThat(request(asked).path("revision").asInt()).isEqualTo(1);
    assertThat(content("ruled")).isEqualTo("one\n");
    allow(asked);
    awaitRun(id(moved), "completed");
    assertThat(content("ruled")).isEqualTo("one\ntwo\n");
  }

  @Test
  // PF-15
  void PF_15_after_the_tenth_revision_nobody_is_asked_and_the_model_reads_why() throws IOException {
    put("busy.txt", "0\n");
    JsonNode run = ask(write("busy.txt", "mine"));
    for (int i = 1; i < 10; i++) {
      put("busy.txt", i + "\n");
      run = allowStale(run);
      assertThat(request(run).path("revision").asInt()).isEqualTo(i + 1);
    }
    put("busy.txt", "10\n");
    allow(run);
    assertThat(lastWords(id(run))).contains("busy.txt keeps changing").contains("Nothing was run");
    assertThat(content("busy.txt")).isEqualTo("10\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/preconditions/20|MANY",
        "/preconditions/0/type|{'type':'file_md5','path':'a'}",
        "/preconditions/0/type|{'type':'fingerprint','name':'a','value':'b'}",
        "/preconditions/0/path|{'type':'file_sha256','path':'../secret'}",
        "/preconditions/0/path|{'type':'git_head','path':'/etc'}",
        "/preconditions/1/path|{'type':'file_absent','path':'a'},{'type':'file_sha256','path':'big'}"
      })
  // PF-16
  void PF_16_what_cannot_be_depended_on_is_refused_with_a_pointer_and_no_gate(String row)
      throws IOException {
    put("small", "");
    try (RandomAccessFile big = new RandomAccessFile(file("big").toFile(), "rw")) {
      big.setLength((64L << 20) + 1);
    }
    String[] parts = row.split("\\|", -1);
    String many =
        "{'type':'file_absent','path':'a'},".repeat(20) + "{'type':'file_absent','path':'a'}";
    JsonNode run = ask(bash("touch ran", parts[1].equals("MANY") ? many : parts[1]));
    assertThat(lastWords(id(run))).contains("`" + parts[0] + "`").contains("nothing was run");
    assertThat(eventTypes(id(run))).doesNotContain("waiting_for_approval");
    assertThat(file("ran")).doesNotExist();
  }

  @Test
  // PF-16
  void PF_16_an_etag_of_a_private_address_is_refused_with_a_pointer() {
    for (String host :
        List.of("127.0.0.1:9", "localhost", "[::1]", "10.0.0.8", "169.254.169.254")) {
      JsonNode run =
          ask(
              Script.tool(
                  "http_request",
                  json(
                      "{'method':'POST','url':'http://example.com/','preconditions':"
                          + "[{'type':'http_etag','url':'http://%s/x','etag':'\\'a\\''}]}",
                      host)));
      assertThat(lastWords(id(run))).contains("`/preconditions/0/url`").contains("private address");
      assertThat(eventTypes(id(run))).doesNotContain("waiting_for_approval");
    }
  }

  @Test
  // PF-16
  void PF_16_an_etag_that_was_left_out_is_refused_with_a_pointer_and_nobody_is_asked() {
    JsonNode run =
        ask(
            Script.tool(
                "http_request",
                json(
                    "{'method':'POST','url':'http://example.com/','preconditions':"
                        + "[{'type':'file_absent','path':'a'},"
                        + "{'type':'http_etag','url':'http://example.com/x'}]}")));
    assertThat(lastWords(id(run))).contains("`/preconditions/1/etag` is required");
    assertThat(eventTypes(id(run))).doesNotContain("waiting_for_approval");
  }

  @Test
  void a_target_that_nobody_could_measure_is_asked_anew_once_it_can_be() throws IOException {
    put("here", "");
    Files.createSymbolicLink(file("way"), Path.of("there"));
    JsonNode run = ask(write("way/a.txt", "mine"));
    assertThat(request(run).has("preconditions")).isFalse();
    put("there/a.txt", "theirs\n");

    JsonNode again = allowStale(run);

    assertThat(content("there/a.txt")).isEqualTo("theirs\n");
    assertThat(text(request(again).at("/changes/0"), "expected")).isEqualTo("unknown");
    assertThat(request(again).at("/preconditions/0/state").asString()).isEqualTo("holds");
    allow(again);
    awaitRun(id(run), "completed");
    assertThat(content("there/a.txt")).isEqualTo("mine");
  }

  @Test
  void what_a_reviewer_wrote_themselves_is_compared_with_nothing() throws IOException {
    put("u.txt", "one");
    JsonNode run = ask(write("u.txt", "mine"));
    put("u.txt", "two");
    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(
                one(
                    approvalId(run),
                    "allow",
                    json(",'updated_input':{'path':'u.txt','content':'theirs'}"))))
        .expect(202);
    awaitRun(id(run), "completed");
    assertThat(content("u.txt")).isEqualTo("theirs");
  }

  private Http.Answer raise(String more) {
    return http.post(
        "/v1/sessions/" + session + "/approval-requests",
        json("{'tool_name':'deploy','input':{'to':'prod'},'reason':'release'" + more + "}"));
  }

  @Test
  void an_agent_outside_names_what_its_request_depends_on() {
    String sha = "ab".repeat(32);
    String listed =
        ",'request_key':'k','preconditions':[{'type':'file_sha256','path':'/srv/app.conf','sha256':'"
            + sha
            + "'},{'type':'fingerprint','name':'plan','value':'7'}]";
    JsonNode raised = raise(listed).expect(201).json();
    JsonNode shown = raised.at("/request/preconditions");
    assertThat(shown).hasSize(2);
    assertThat(text(shown.get(0), "expected")).isEqualTo(sha);
    assertThat(text(shown.get(0), "state")).isEqualTo("unknown");
    assertThat(text(shown.get(1), "name")).isEqualTo("plan");
    assertThat(text(raise(listed).expect(201).json(), "run_id")).isEqualTo(text(raised, "run_id"));
    assertThat(raise(listed.replace("'7'", "'8'")).status()).isEqualTo(409);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/preconditions/0/sha256|{'type':'file_sha256','path':'a'}",
        "/preconditions/0/commit|{'type':'git_head','path':'a'}",
        "/preconditions/0/value|{'type':'fingerprint','name':'a'}",
        "/preconditions/0/path|{'type':'file_absent'}",
        "/preconditions/0/url|{'type':'http_etag','url':'http://127.0.0.1:9/x'}",
        "/preconditions/0/url|{'type':'http_etag','url':'http://169.254.169.254/latest'}"
      })
  // PF-16
  void PF_16_outside_a_value_that_is_missing_or_cannot_be_fetched_raises_nothing(String row) {
    String[] parts = row.split("\\|", -1);
    JsonNode problem =
        refused(
            raise(",'preconditions':[" + parts[1] + "]"), 400, "approvals", "precondition_unmet");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(parts[0]);
    assertThat(http.get("/v1/approvals?session_id=" + session).expect(200).json()).isEmpty();
  }

  @Test
  // PF-16
  void PF_16_outside_too_many_and_unknown_ones_are_refused_with_a_pointer() {
    String one = "{'type':'file_absent','path':'a'}";
    JsonNode many =
        raise(",'preconditions':[" + (one + ",").repeat(20) + one + "]").expect(400).json();
    assertThat(many.at("/errors/0/pointer").asString()).startsWith("/preconditions");
    JsonNode unknown =
        raise(",'preconditions':[{'type':'file_md5','path':'a'}]").expect(400).json();
    assertThat(unknown.at("/errors/0/pointer").asString()).isEqualTo("/preconditions/0/type");
  }
}
