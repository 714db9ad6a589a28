package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.allow;
import static dev.holdpoint.acceptance.Acceptance.approvalId;
import static dev.holdpoint.acceptance.Acceptance.id;
import static dev.holdpoint.acceptance.Acceptance.members;
import static dev.holdpoint.acceptance.Acceptance.refused;
import static dev.holdpoint.acceptance.Acceptance.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.engine.json.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What was kept of how a run asked its model can be looked at. */
@OnBothDatabases
class DebugTest extends Captured {
  private static final List<String> PARTS =
      List.of("model-request", "provider-request", "provider-events", "model-response");
  private static final String KEY = "0f".repeat(32);

  DebugTest(Database database) {
    super(database);
  }

  @Test
  // K4-39, K4-40
  // K4-442, K4-443, K4-444, K4-445, K4-446, K4-447, K4-448, K4-449, K4-450, K4-451, K4-452
  // K4-454, K4-455, K4-456, K4-457, K4-458
  void K4_442_to_K4_452_K4_454_to_K4_458_every_artifact_of_a_turn_is_described_and_given() {
    daemon(
        http -> {
          String run = id(work(http, "s", "grüße"));
          JsonNode debug = debug(http, run);
          assertThat(members(debug)).containsExactly("run_id", "level", "artifacts");
          assertThat(Acceptance.text(debug, "run_id")).isEqualTo(run);
          assertThat(Acceptance.text(debug, "level")).isEqualTo("full");
          assertThat(ids(debug)).isEqualTo(PARTS.stream().map(part -> turn(1, part)).toList());
          for (JsonNode artifact : debug.path("artifacts")) {
            describes(http, run, artifact);
          }

          JsonNode request = json(http, run, turn(1, "model-request"));
          assertThat(request.at("/messages/0/content").asString()).isEqualTo("grüße");
          assertThat(json(http, run, turn(1, "provider-request")).path("input").asString())
              .isEqualTo("grüße");
          assertThat(text(http, run, turn(1, "provider-events")).lines())
              .containsExactly(
                  "{\"type\":\"text_delta\",\"text\":\"You said: grüße\"}",
                  "{\"type\":\"end\",\"last\":true}");
          assertThat(text(http, run, turn(1, "model-response")))
              .isEqualTo("{\"text\":\"You said: grüße\",\"tool_calls\":[],\"last\":true}");
        });
  }

  private void describes(Http http, String run, JsonNode artifact) {
    assertThat(members(artifact))
        .containsExactly(
            "artifact_id",
            "format",
            "updated_at_ms",
            "bytes",
            "plaintext_bytes",
            "sha256",
            "truncated",
            "encrypted");
    String id = Acceptance.text(artifact, "artifact_id");
    Http.Answer raw = http.get("/v1/runs/" + run + "/debug/artifacts/" + id).expect(200);
    byte[] bytes = raw.text().getBytes(UTF_8);
    assertThat(raw.header("Content-Type")).isEqualToIgnoringCase("text/plain; charset=utf-8");
    assertThat(Acceptance.text(artifact, "format"))
        .isEqualTo(id.endsWith("events") ? "jsonl" : "json");
    assertThat(artifact.path("updated_at_ms").asLong())
        .isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
    assertThat(artifact.path("plaintext_bytes").asLong()).isEqualTo(bytes.length);
    assertThat(artifact.path("bytes").asLong())
        .isEqualTo(folder.resolve("debug").resolve(run).resolve(id).toFile().length());
    assertThat(Acceptance.text(artifact, "sha256")).isEqualTo(Digests.sha256Hex(bytes));
    assertThat(artifact.path("truncated").asBoolean()).isFalse();
    assertThat(artifact.path("encrypted").asBoolean()).isFalse();
  }

  @Test
  void turns_are_counted_on_over_a_park_and_a_restart() {
    String[] run = new String[1];
    daemon(
        http -> {
          run[0] = script(http, "s", Script.say("one"), Script.approval("may I?"), Script.say("2"));
          assertThat(ids(debug(http, run[0]))).hasSize(8);
        });
    daemon(
        http -> {
          JsonNode parked = http.get("/v1/runs/" + run[0]).expect(200).json();
          assertThat(ids(debug(http, run[0]))).as("while it is parked").hasSize(8);
          http.post("/v1/runs/" + run[0] + "/approvals", allow(approvalId(parked))).expect(202);
          http.awaitRun(run[0], "completed");
          assertThat(ids(debug(http, run[0]))).hasSize(12).contains(turn(3, "model-response"));
          JsonNode call = json(http, run[0], turn(2, "model-response")).at("/tool_calls/0");
          assertThat(call.path("tool").asString()).isEqualTo("request_approval");
          assertThat(json(http, run[0], turn(3, "model-request")).toString())
              .contains("\"tool_call_id\":\"" + call.path("id").asString() + "\"");
        });
  }

  @Test
  void a_turn_that_was_cut_short_is_another_attempt() {
    String[] run = new String[1];
    daemon(
        http -> {
          http.session("s");
          run[0] = http.submit("s", Script.say("one"), Script.work());
          http.await("/v1/runs/" + run[0] + "/debug", debug -> ids(debug).size() == 6);
        });
    daemon(
        http -> {
          http.await("/v1/runs/" + run[0] + "/debug", debug -> ids(debug).size() == 8);
          assertThat(ids(debug(http, run[0])))
              .endsWith(
                  turn(2, "model-request"),
                  turn(2, "provider-request"),
                  "turn-0002-attempt-0002-model-request",
                  "turn-0002-attempt-0002-provider-request");
          http.post("/v1/runs/" + run[0] + "/cancel", "").expect(200);
        });
  }

  @Test
  void a_model_that_fails_leaves_why() {
    daemon(
        http -> {
          String run = script(http, "s", Script.fail("out of luck"));
          assertThat(text(http, run, turn(1, "provider-events")))
              .isEqualTo("{\"type\":\"error\",\"message\":\"out of luck\"}\n");
          assertThat(text(http, run, turn(1, "model-response")))
              .isEqualTo("{\"error\":\"out of luck\"}");
        });
  }

  @Test
  // K4-443
  void K4_443_a_run_that_was_kept_without_words_says_so_and_has_none() {
    daemon(
        http -> {
          String run = script(http, "s", Script.say("the quick brown fox"), Script.say("again"));
          assertThat(Acceptance.text(debug(http, run), "level")).isEqualTo("redacted");
          JsonNode request = json(http, run, turn(2, "model-request"));
          assertThat(request.at("/messages/1/role").asString()).isEqualTo("assistant");
          assertThat(request.at("/messages/1/content").asString())
              .startsWith("[19 characters, sha256 ");
          assertThat(request.path("tools").size()).isPositive();
          assertThat(onDisk()).doesNotContain("quick").doesNotContain("#!script");
        },
        "CAPTURE",
        "redacted");
  }

  @Test
  // K4-443, K4-444
  void K4_443_K4_444_a_run_of_which_nothing_was_kept_says_so() {
    daemon(
        http -> {
          String run = id(work(http, "s", "hello"));
          JsonNode debug = debug(http, run);
          assertThat(Acceptance.text(debug, "level")).isEqualTo("off");
          assertThat(debug.path("artifacts").isEmpty()).isTrue();
          refused(
              http.get("/v1/runs/" + run + "/debug/artifacts/" + turn(1, "model-request")),
              404,
              "runs",
              "run_debug_not_found");
          refused(
              http.get("/v1/runs/run_01JZZZZZZZZZZZZZZZZZZZZZZZ/debug"),
              404,
              "runs",
              "run_not_found");
          assertThat(folder.resolve("debug")).doesNotExist();
        },
        "CAPTURE",
        "off");
  }

  @Test
  // K4-453
  void K4_453_with_a_key_the_words_are_nowhere_on_the_disk_and_are_read_all_the_same() {
    String[] run = new String[1];
    daemon(
        http -> {
          run[0] = id(work(http, "s", "the quick brown fox"));
          for (JsonNode artifact : debug(http, run[0]).path("artifacts")) {
            assertThat(artifact.path("encrypted").asBoolean()).isTrue();
            String text = text(http, run[0], Acceptance.text(artifact, "artifact_id"));
            assertThat(text).contains("fox");
            assertThat(Acceptance.text(artifact, "sha256"))
                .isEqualTo(Digests.sha256Hex(text.getBytes(UTF_8)));
          }
          assertThat(onDisk()).doesNotContain("quick").doesNotContain("text_delta");
        },
        "CAPTURE_KEY",
        KEY);
    daemon(
        http -> {
          JsonNode debug = debug(http, run[0]);
          assertThat(debug.at("/artifacts/0/sha256").isNull()).isTrue();
          refused(
              http.get("/v1/runs/" + run[0] + "/debug/artifacts/" + turn(1, "model-request")),
              404,
              "runs",
              "run_debug_artifact_not_found");
        },
        "CAPTURE",
        "off");
  }

  @Test
  // K4-460
  void K4_460_no_artifact_id_leads_to_another_file() throws IOException {
    Path secret = folder.resolve("secret");
    Files.writeString(secret, "not yours", StandardCharsets.UTF_8);
    daemon(
        http -> {
          String run = id(work(http, "s", "hello"));
          String other = id(work(http, "t", "hello"));
          Path stray = folder.resolve("debug").resolve(run).resolve("notes");
          try {
            Files.writeString(stray, "not yours");
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          for (String id :
              List.of(
                  "..%2f..%2fsecret",
                  "%2e%2e%2f%2e%2e%2fsecret",
                  "..%5c..%5csecret",
                  "%2e%2e",
                  "..",
                  ".",
                  "notes",
                  "secret",
                  "%2Fetc%2Fpasswd",
                  "..%2f" + other + "%2f" + turn(1, "model-request"),
                  turn(1, "model-request") + "%00",
                  turn(1, "model-request") + "%2f..",
                  turn(9, "model-request"))) {
            Http.Answer answer = http.get("/v1/runs/" + run + "/debug/artifacts/" + id);
            assertThat(answer.status()).as(id).isIn(400, 404);
            assertThat(answer.text()).doesNotContain("not yours").doesNotContain("root:");
          }
          refused(
              http.get("/v1/runs/" + run + "/debug/artifacts/" + turn(9, "model-request")),
              404,
              "runs",
              "run_debug_artifact_not_found");
        });
  }

  @Test
  // K4-452, K4-459, K4-493
  void K4_452_K4_459_K4_493_an_artifact_is_cut_to_its_budget() {
    daemon(
        http -> {
          String run = id(work(http, "s", "€".repeat(500)));
          JsonNode response = debug(http, run).at("/artifacts/3");
          String text = text(http, run, turn(1, "model-response"));
          assertThat(text.getBytes(UTF_8).length).isBetween(98, 100);
          assertThat(text).startsWith("{\"text\":\"You said: €€").endsWith("€");
          assertThat(response.path("truncated").asBoolean()).isTrue();
          assertThat(response.path("original_bytes").asLong()).isGreaterThan(1_500);
          assertThat(response.path("plaintext_bytes").asLong())
              .isEqualTo(text.getBytes(UTF_8).length);
          assertThat(Acceptance.text(response, "sha256"))
              .isEqualTo(Digests.sha256Hex(text.getBytes(UTF_8)));
        },
        "MAX_ARTIFACT_BYTES",
        "100");
  }

  @Test
  // K4-494, K4-495
  void K4_494_K4_495_a_run_keeps_no_more_than_its_budget() {
    daemon(
        http -> {
          String run = script(http, "s", Script.say("a"), Script.say("b"), Script.say("c"));
          JsonNode artifacts = debug(http, run).path("artifacts");
          assertThat(artifacts.size()).isEqualTo(6);
          assertThat(
                  artifacts.valueStream().mapToLong(a -> a.path("plaintext_bytes").asLong()).sum())
              .isEqualTo(500);
          assertThat(artifacts.get(5).path("truncated").asBoolean()).isTrue();
        },
        "MAX_RUN_BYTES",
        "500",
        "MAX_ARTIFACTS_PER_RUN",
        "6");
  }

  @Test
  void a_store_that_cannot_be_written_stops_no_run() throws IOException {
    Files.writeString(folder.resolve("debug"), "a file where the folder should be");
    daemon(
        http -> {
          JsonNode run = work(http, "s", "hello");
          assertThat(status(run)).isEqualTo("completed");
          assertThat(ids(debug(http, id(run)))).isEmpty();
        });
  }
}
