package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands and files, as a run of the daemon has them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ToolsIT {
  private static final JsonMapper JSON = new JsonMapper();

  /** Starts a child, leaves both numbers in {@code pids}, and would go on for minutes. */
  private static final String LONG_COMMAND =
      "sleep 300 & echo $! $$ > new; mv new pids; wait; echo woke >> woke";

  private DaemonProcess daemon;
  private Http http;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    daemon = DaemonProcess.start(folder);
    http = daemon.http();
  }

  @AfterAll
  void stop() throws IOException {
    daemon.close();
  }

  @Test
  void the_output_of_a_command_is_cut_and_says_so() {
    JsonNode result = resultOf("chatty", Script.bash("head -c 50000000 /dev/zero | tr '\\0' x"));

    assertThat(result.path("exit_code").asInt()).isZero();
    assertThat(result.path("stdout").asString().length()).isBetween(60_000, 70_000);
    assertThat(result.path("stdout_cut").asBoolean()).isTrue();
  }

  @Test
  void a_command_that_takes_too_long_is_ended_with_its_children() throws IOException {
    JsonNode result = resultOf("slow", Script.bash(LONG_COMMAND, 700));

    assertThat(result.path("timed_out").asBoolean()).isTrue();
    assertThat(pids("slow")).noneMatch(Pids::isAlive);
    assertThat(daemon.workspace("slow").resolve("woke")).doesNotExist();
  }

  @Test
  void cancel_ends_the_command_and_its_children() throws IOException {
    String run = startLongCommand("cancelled");
    List<Long> pids = pids("cancelled");
    assertThat(pids).allMatch(Pids::isAlive);

    http.post("/v1/runs/" + run + "/cancel", null).expect(200);

    await().until(() -> pids.stream().noneMatch(Pids::isAlive));
    assertThat(http.run(run).path("status").asString()).isEqualTo("cancelled");
    assertThat(daemon.workspace("cancelled").resolve("woke")).doesNotExist();
  }

  @Test
  void interrupt_ends_the_command_and_its_children() throws IOException {
    String run = startLongCommand("interrupted");
    List<Long> pids = pids("interrupted");

    JsonNode answer = http.post("/v1/sessions/interrupted/interrupt", null).expect(200).json();

    assertThat(answer.path("interrupted").asBoolean()).isTrue();
    await().until(() -> pids.stream().noneMatch(Pids::isAlive));
    assertThat(http.run(run).path("status").asString()).isEqualTo("interrupted");
  }

  @Test
  @DisplayName("a child that leaves the process group is found and ended too")
  void a_child_that_hides_is_ended() throws IOException {
    http.session("hidden");
    String run =
        http.submit(
            "hidden",
            Script.bash("setsid sh -c 'echo $$ > new; mv new pids; exec sleep 300' & wait"));
    http.approve(run);
    await().until(() -> Files.exists(daemon.workspace("hidden").resolve("pids")));
    List<Long> pids = pids("hidden");

    http.post("/v1/runs/" + run + "/cancel", null).expect(200);

    await().until(() -> pids.stream().noneMatch(Pids::isAlive));
  }

  @Test
  void a_path_that_leaves_the_workspace_is_refused() throws IOException {
    Path outside = daemon.data().resolveSibling("outside");
    Files.createDirectories(outside);
    Files.writeString(outside.resolve("secret"), "not yours");
    resultOf(
        "paths", Script.bash("ln -s " + outside + " link; ln -s " + outside + "/new dangling"));

    for (String path :
        List.of("../../../outside/secret", outside + "/secret", "link/secret", "/etc/passwd")) {
      assertRefused(resultOf("paths", Script.tool("read_file", object().put("path", path))));
    }
    for (String path : List.of("../new", outside + "/new", "link/new", "dangling")) {
      assertRefused(
          resultOf(
              "paths", Script.tool("write_file", object().put("path", path).put("content", "x"))));
    }
    assertRefused(
        resultOf("paths", Script.tool("bash", object().put("command", "pwd").put("cwd", "link"))));
    assertThat(outside.resolve("new")).doesNotExist();
    assertThat(daemon.data().resolve("workspaces/new")).doesNotExist();
  }

  @Test
  void what_the_approver_put_in_place_is_what_runs() throws IOException {
    http.session("changed");
    String run = http.submit("changed", Script.bash("echo asked > asked"), Script.sayLastResult());
    String approval = http.awaitApproval(run);
    http.post(
            "/v1/runs/" + run + "/approvals",
            """
            {"resolutions":[{"request_id":"%s","behavior":"allow",
              "updated_input":{"command":"echo changed > changed"}}]}\
            """
                .formatted(approval))
        .expect(202);
    http.awaitRun(run, "completed");

    assertThat(daemon.workspace("changed").resolve("changed")).hasContent("changed");
    assertThat(daemon.workspace("changed").resolve("asked")).doesNotExist();
  }

  private static void assertRefused(JsonNode result) {
    assertThat(result.path("error").asString())
        .satisfiesAnyOf(
            text -> assertThat(text).contains("leads out of the workspace"),
            text ->
                assertThat(text)
                    .contains("` contains `..`; use a path relative to the workspace instead."),
            text -> assertThat(text).contains("goes through a broken link"));
  }

  private String startLongCommand(String session) {
    http.session(session);
    String run = http.submit(session, Script.bash(LONG_COMMAND), Script.say("never"));
    http.approve(run);
    await().until(() -> Files.exists(daemon.workspace(session).resolve("pids")));
    return run;
  }

  /** Runs one call, allowing it if it asks, and gives its result as the model saw it. */
  private JsonNode resultOf(String session, String line) {
    http.session(session);
    String run = http.submit(session, line, Script.sayLastResult());
    JsonNode view =
        http.await("/v1/runs/" + run, now -> !now.path("status").asString().equals("running"));
    if (view.path("status").asString().equals("waiting_for_approval")) {
      http.approve(run);
    }
    JsonNode done = http.awaitRun(run, "completed");
    return JSON.readTree(done.path("outputs").path(0).path("content").asString());
  }

  private static ObjectNode object() {
    return JSON.createObjectNode();
  }

  private List<Long> pids(String session) throws IOException {
    return Pids.in(daemon.workspace(session).resolve("pids"));
  }
}
