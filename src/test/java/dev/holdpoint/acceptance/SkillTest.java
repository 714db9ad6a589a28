package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Memories.context;
import static dev.holdpoint.acceptance.Memories.found;
import static dev.holdpoint.acceptance.Memories.ids;
import static dev.holdpoint.acceptance.Memories.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Which skills a session sees, and what its runs can do with them. */
@OnBothDatabases
class SkillTest {
  private final Database database;
  @TempDir private Path folder;
  private TestDaemon daemon;
  private Http http;

  SkillTest(Database database) {
    this.database = database;
  }

  @BeforeEach
  void start() throws IOException {
    skill("release-notes", "description: Writes what changed", "Read the log first.");
    skill("triage", "description: Sorts what came in", "Begin with the oldest.");
    daemon =
        TestDaemon.start(
            Database.newFolder(),
            database.settings(Map.of("HOLDPOINT_SKILL_FOLDERS", folder.toString())));
    http = daemon.http();
    http.session("s");
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  private void skill(String name, String front, String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve(name)).resolve("SKILL.md");
    Files.writeString(file, "---\nname: " + name + "\n" + front + "\n---\n" + text + "\n");
  }

  private void session(String id, String scope) {
    http.post(
            "/v1/sessions",
            Acceptance.json("{'session_id':'" + id + "','capability_scope':{" + scope + "}}"))
        .expect(201);
  }

  private List<String> skills(String session) {
    return names(http.get("/v1/sessions/" + session + "/skills").expect(200).json());
  }

  private static List<String> names(JsonNode skills) {
    return ids(skills, "name");
  }

  private JsonNode load(String session, String name) {
    String run =
        http.submit(
            session,
            Script.tool("load_skill", Acceptance.json("{'name':'%s'}", name)),
            Script.SAY_LAST_RESULT);
    JsonNode outputs = http.awaitRun(run, "completed").path("outputs");
    return Acceptance.JSON.readTree(Acceptance.text(outputs.get(0), "content"));
  }

  private JsonNode request(String session) {
    String run = http.submit(session, "{\"say_request\":true}");
    JsonNode outputs = http.awaitRun(run, "completed").path("outputs");
    return Acceptance.JSON.readTree(Acceptance.text(outputs.get(0), "content"));
  }

  // K4-10, K4-130, K4-170, K4-171
  @Test
  void a_session_sees_the_skills_of_the_folders() {
    JsonNode all = http.get("/v1/sessions/s/skills").expect(200).json();

    assertThat(names(all)).containsExactly("release-notes", "triage");
    assertThat(Acceptance.members(all.get(0)))
        .containsExactly("name", "description", "scope", "source");
    assertThat(Acceptance.text(all.get(0), "source")).endsWith("release-notes/SKILL.md");
    assertThat(all.get(0).at("/scope/kind").asString()).isEqualTo("workspace");
    assertThat(names(http.get("/v1/sessions/s/skills?query=CHANGED").expect(200).json()))
        .containsExactly("release-notes");
    assertThat(http.get("/v1/sessions/s/skills?query=nothing").expect(200).json()).isEmpty();
    assertThat(context(http, "s", "").path("visible_skills")).isEqualTo(all);
  }

  // K4-90, K4-91, K4-107, K4-172
  @Test
  void what_the_capability_scope_denies_is_neither_seen_nor_loaded() {
    session("denied", "'skill_deny':['triage']");
    session("allowed", "'skill_allow':['triage']");
    session("none", "'skill_allow':['triage'],'skill_deny':['*']");

    assertThat(skills("denied")).containsExactly("release-notes");
    assertThat(skills("allowed")).containsExactly("triage");
    assertThat(skills("none")).isEmpty();
    assertThat(names(request("denied").path("skills"))).containsExactly("release-notes");
    assertThat(request("none").path("skills")).isEmpty();
    assertThat(found(search(http, "denied", "sorts"))).isEmpty();
    assertThat(
            context(http, "allowed", "").at("/effective_capability_scope/skill_allow/0").asString())
        .isEqualTo("triage");
    assertThat(Acceptance.text(load("denied", "triage"), "error"))
        .contains("triage", "capability scope");
    assertThat(Acceptance.text(load("allowed", "triage"), "text"))
        .isEqualTo("Begin with the oldest.");
  }

  @Test
  void a_run_is_told_of_the_skills_and_loads_one() {
    JsonNode request = request("s");

    assertThat(request.path("skills"))
        .isEqualTo(
            Acceptance.JSON.readTree(
                Acceptance.json(
                    "[{'name':'release-notes','description':'Writes what changed'},"
                        + "{'name':'triage','description':'Sorts what came in'}]")));
    assertThat(names(request.path("tools"))).contains("load_skill");
    assertThat(load("s", "release-notes"))
        .isEqualTo(
            Acceptance.JSON.readTree(
                Acceptance.json("{'name':'release-notes','text':'Read the log first.'}")));
    assertThat(Acceptance.text(load("s", "nothing"), "error")).contains("no skill 'nothing'");
    assertThat(Acceptance.text(load("s", " "), "error")).contains("name");
  }

  // K4-143, K4-173
  @Test
  void a_promoted_skill_is_seen_when_it_is_active_and_by_those_it_came_from() throws IOException {
    http.session("other");
    skill("habit", "description: d\nrollout: shadow\nscope: session:s", "Wash your hands.");

    assertThat(skills("s")).doesNotContain("habit");
    assertThat(Acceptance.text(load("s", "habit"), "error")).contains("rollout");

    skill("habit", "description: d\nrollout: active\nscope: session:s", "Wash your hands.");

    JsonNode seen = http.get("/v1/sessions/s/skills").expect(200).json().get(0);
    assertThat(Acceptance.text(seen, "name")).isEqualTo("habit");
    assertThat(Acceptance.text(seen, "rollout")).isEqualTo("active");
    assertThat(seen.path("scope"))
        .isEqualTo(Acceptance.JSON.readTree(Acceptance.json("{'kind':'session','id':'s'}")));
    assertThat(names(context(http, "s", "").path("visible_skills"))).contains("habit");
    assertThat(Acceptance.text(load("s", "habit"), "text")).isEqualTo("Wash your hands.");
    assertThat(skills("other")).doesNotContain("habit");
    assertThat(names(request("other").path("skills"))).doesNotContain("habit");
    assertThat(Acceptance.text(load("other", "habit"), "error")).contains("another session");
  }

  // K4-155
  @Test
  void skills_are_found_only_by_a_query() {
    JsonNode result = search(http, "s", "changed").path("results").get(0);

    assertThat(Acceptance.text(result, "kind")).isEqualTo("skill");
    assertThat(Acceptance.text(result, "source_id")).isEqualTo("release-notes");
    assertThat(result.path("prompt_eligible").asBoolean()).isTrue();
    assertThat(Acceptance.texts(result.path("matched_fields"))).containsExactly("description");
    assertThat(found(search(http, "s", ""))).isEmpty();
  }

  // K4-172, K4-173
  @Test
  void a_persona_brings_its_skills_and_its_bounds() throws IOException {
    skill("manners", "description: d\nrollout: active\nscope: persona:ada", "Say please.");
    http.post(
            "/v1/personas",
            Acceptance.json(
                "{'persona_id':'ada','display_name':'Ada','instructions':'',"
                    + "'capability_scope':{'skill_deny':['triage']}}"))
        .expect(201);
    http.post("/v1/sessions", Acceptance.json("{'session_id':'hers','persona_id':'ada'}"))
        .expect(201);

    assertThat(skills("hers")).containsExactly("manners", "release-notes");
    assertThat(skills("s")).containsExactly("release-notes", "triage");
    assertThat(Acceptance.text(load("hers", "triage"), "error")).contains("capability scope");
  }
}
