package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Debug artifacts, looked at and pruned by somebody who types. */
class DebugCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"), Map.of("HOLDPOINT_DEBUG_CAPTURE", "full"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  @Test
  void what_was_kept_is_listed_and_printed() throws Exception {
    String run = desk.park(desk.session(), "{\"say\":\"a\\u001b[2Kb\"}");
    String artifact = "turn-0001-attempt-0001-model-response";

    assertThat(desk.type("runs", "debug", run).out())
        .startsWith("level full\nARTIFACT")
        .containsPattern(artifact + "  +json  +\\d+  +\\d+");
    assertThat(desk.json("runs", "debug", run).at("/artifacts/3/artifact_id").asString())
        .isEqualTo(artifact);
    Outcome printed = desk.type("runs", "debug", run, artifact);
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.out()).startsWith("{\"text\":\"a").contains("\"last\":true}");
    assertThat(printed.out()).doesNotContain("\u001b");
    assertThat(desk.json("runs", "debug", run, artifact).path("text").asString())
        .contains("\"last\":true");
    assertThat(desk.type("runs", "debug", run, "../secret").exitCode()).isEqualTo(5);
    assertThat(desk.type("runs", "debug", "run_nobody").exitCode()).isEqualTo(5);
  }

  @Test
  // K4-472, K4-500
  void K4_472_K4_500_artifacts_are_pruned_with_every_option_and_nothing_else_is() throws Exception {
    String session = desk.session();
    String first = desk.park(session, "{\"say\":\"a\"}");
    String second = desk.park(session, "{\"say\":\"b\"}");
    String other = desk.park(desk.session(), "{\"say\":\"c\"}");
    String events = desk.type("runs", "events", first).out();
    await()
        .until(
            () ->
                desk.json("runs", "prune", "--older-than", "1s", "--session", session, "--dry-run")
                        .path("matched_run_count")
                        .asInt()
                    == 2);

    Outcome dry =
        desk.type("runs", "prune", "--older-than", "1s", "--session", session, "--dry-run");
    assertThat(dry.out())
        .startsWith(first + "\n" + second + "\n2 runs of 2 that are old enough, ")
        .endsWith(" bytes: would be pruned\n");
    JsonNode pruned =
        desk.json("runs", "prune", "--older-than", "1s", "--session", session, "--limit", "1");
    assertThat(pruned.at("/pruned_debug_run_ids/0").asString()).isEqualTo(first);
    assertThat(desk.type("runs", "debug", first).out())
        .startsWith(
            "Nothing was recorded for this run. Start the daemon with debug.capture redacted or full.");
    assertThat(desk.json("runs", "debug", other).path("artifacts").size()).isEqualTo(4);
    assertThat(desk.type("runs", "prune", "--older-than", "1s", "--session", session).out())
        .startsWith(second + "\n1 run of 1 that are old enough, ")
        .endsWith(" bytes: pruned\n");
    assertThat(desk.type("runs", "events", first).out()).isEqualTo(events);
    assertThat(desk.type("runs", "get", first).exitCode()).isZero();
  }

  @Test
  // K4-474, K4-476, K4-500
  void K4_474_K4_476_K4_500_an_age_must_be_given_and_mean_something() {
    assertThat(desk.type("runs", "prune").err()).contains("--older-than");
    assertThat(desk.type("runs", "prune", "--older-than", "0d").exitCode()).isEqualTo(2);
    Outcome none = desk.type("runs", "prune", "--older-than", "7d", "--limit", "0");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("400 runs/run_retention_invalid_request", "/limit");
  }
}
