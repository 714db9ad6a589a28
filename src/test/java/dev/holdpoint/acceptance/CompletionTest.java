package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A run that was told to write a file is not completed without it. */
@OnBothDatabases
class CompletionTest extends Acceptance {
  private static final String NOTES = json("{'type':'workspace_file','path':'notes.md'}");
  private static final String ANY = json("{'type':'workspace_file'}");
  private final Database database;

  CompletionTest(Database database) {
    super(database);
    this.database = database;
  }

  private static Http.Answer submit(
      Http http, String session, String door, String requirements, String... lines) {
    String content = JSON.writeValueAsString("#!script\n" + String.join("\n", lines));
    return http.post(
        "/v1/sessions/" + session + "/" + door,
        "{\"content\":" + content + ",\"completion_requirements\":[" + requirements + "]}");
  }

  private String run(String session, String requirements, String... lines) {
    return id(submit(http, session, "runs", requirements, lines).expect(202).json());
  }

  private static String write(String path) {
    return Script.tool("write_file", json("{'path':'%s','content':'x'}", path));
  }

  private JsonNode ended(String run) {
    return awaitRun(run, r -> r.path("finished_at_ms").isNumber());
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-205, K4-242
  void K4_205_K4_242_a_run_that_writes_nothing_is_nudged_once_and_fails(String door) {
    String session = session();
    submit(http, session, door, NOTES, Script.say("done")).expect(door.equals("input") ? 200 : 202);

    JsonNode run = ended(id(http.get("/v1/runs?session_id=" + session).json().get(0)));
    assertThat(status(run)).isEqualTo("failed");
    assertThat(text(run, "error")).contains("notes.md");
    List<String> said = run.path("outputs").valueStream().map(o -> text(o, "content")).toList();
    assertThat(said).hasSize(2).first().isEqualTo("done");
    assertThat(said.get(1)).startsWith("You said: You are not done").contains("notes.md");
  }

  @Test
  // K4-242
  void K4_242_a_run_that_has_written_it_is_completed() {
    for (String requirement : List.of(NOTES, ANY)) {
      String run = run(session(), requirement, write("notes.md"), Script.say("done"));
      http.approve(run);
      JsonNode done = ended(run);
      assertThat(status(done)).as(done.toString()).isEqualTo("completed");
      assertThat(done.path("outputs").size()).isEqualTo(1);
    }
  }

  @Test
  void a_command_may_write_it_too_and_in_a_folder() {
    String run =
        run(
            session(),
            json("{'type':'workspace_file','path':'out/sum.txt'}"),
            Script.bash("mkdir out && echo 1 > out/sum.txt"));
    http.approve(run);
    assertThat(status(ended(run))).isEqualTo("completed");
  }

  @Test
  void what_was_there_before_does_not_count_until_it_is_changed() {
    String session = session();
    String first = run(session, "", write("notes.md"));
    http.approve(first);
    ended(first);

    assertThat(status(ended(run(session, NOTES, Script.say("it is there"))))).isEqualTo("failed");
    assertThat(status(ended(run(session, ANY, Script.say("it is there"))))).isEqualTo("failed");
    String again = run(session, NOTES, Script.bash("echo more >> notes.md"));
    http.approve(again);
    assertThat(status(ended(again))).isEqualTo("completed");
  }

  @Test
  void a_file_that_a_person_did_not_allow_is_missing() {
    String run = run(session(), NOTES, write("notes.md"));
    String approval = http.awaitApproval(run);
    http.post("/v1/runs/" + run + "/approvals", deny(approval, "no")).expect(202);
    assertThat(text(ended(run), "error")).contains("notes.md");
  }

  @Test
  void all_that_is_missing_is_named() {
    String run = run(session(), NOTES + "," + json("{'type':'workspace_file','path':'b'}"));
    assertThat(text(ended(run), "error")).contains("`notes.md`, `b`");
  }

  @Test
  // K4-241
  void K4_241_a_run_of_the_same_session_without_a_requirement_has_none() {
    String session = session();
    ended(run(session, NOTES, Script.say("x")));
    assertThat(status(park(session, Script.say("wrote nothing")))).isEqualTo("completed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'workspace_file','path':'../x'}",
        "{'type':'workspace_file','path':'/etc/passwd'}",
        "{'type':'workspace_file','path':'out/x'}",
        "{'type':'workspace_file','path':''}",
        "{'type':'workspace_file','path':'.'}",
        "{'type':'workspace_file','path':'a\\u0000b'}",
        "{'type':'world_peace'}",
        "{'path':'x'}"
      })
  void a_requirement_that_no_run_could_meet_is_refused(String requirement) {
    String session = session();
    String link = http.submit(session, Script.bash("ln -s / out"));
    http.approve(link);
    ended(link);

    Http.Answer answer = submit(http, session, "runs", json(requirement), Script.say("x"));
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.json().at("/errors/0/pointer").asString())
        .startsWith("/completion_requirements/0");
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  void what_was_there_before_is_known_after_a_restart() {
    var folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String[] runs = new String[2];
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http before = daemon.http();
      for (int i = 0; i < 2; i++) {
        String session = "s" + i;
        before.session(session);
        String old = before.submit(session, write("notes.md"));
        before.approve(old);
        before.awaitRun(old, "completed");
        String[] lines =
            i == 0
                ? new String[] {Script.approval("x")}
                : new String[] {write("notes.md"), Script.approval("x")};
        runs[i] = id(submit(before, session, "runs", NOTES, lines).expect(202).json());
      }
      before.approve(runs[1]);
      before.await(
          "/v1/runs/" + runs[1],
          run ->
              status(run).equals("waiting_for_approval")
                  && run.at("/request/approval_count").asInt() == 2);
      before.awaitApproval(runs[0]);
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http after = daemon.http();
      after.approve(runs[0]);
      after.approve(runs[1]);
      after.awaitRun(runs[0], "failed");
      after.awaitRun(runs[1], "completed");
    }
  }
}
