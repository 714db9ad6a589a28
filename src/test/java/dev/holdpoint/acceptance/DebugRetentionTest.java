package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.id;
import static dev.holdpoint.acceptance.Acceptance.members;
import static dev.holdpoint.acceptance.Acceptance.refused;
import static dev.holdpoint.acceptance.Acceptance.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Debug artifacts go by request, by age and by size, and nothing else goes with them. */
@OnBothDatabases
class DebugRetentionTest extends Captured {
  private static final String ORPHAN = "run_01ARZ3NDEKTSV4RRFFQ69G5FAV";

  DebugRetentionTest(Database database) {
    super(database);
  }

  private static JsonNode prune(Http http, String body) {
    return http.post("/v1/runs/prune", Acceptance.json(body)).expect(200).json();
  }

  /** Waits until so many are older than the least age that can be asked for. */
  private static JsonNode matching(Http http, int runs) {
    String dry = "{'older_than_ms':1,'dry_run':true}";
    await().until(() -> prune(http, dry).path("matched_run_count").asInt() == runs);
    return prune(http, dry);
  }

  private static boolean isKept(Http http, String run) {
    return !ids(debug(http, run)).isEmpty();
  }

  private void makeOrphan(String of) {
    Path from = folder.resolve("debug").resolve(of);
    Path to = folder.resolve("debug").resolve(ORPHAN);
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectory(to);
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  // K4-41
  // K4-461, K4-464, K4-465, K4-466, K4-467, K4-468, K4-469, K4-470, K4-471, K4-473, K4-477
  // K4-478, K4-479, K4-480, K4-481, K4-482, K4-483, K4-484, K4-485, K4-486
  void K4_461_K4_464_to_K4_471_K4_473_K4_477_to_K4_486_pruning_takes_the_artifacts_of_ended_runs() {
    daemon(
        http -> {
          String done = id(work(http, "s", "hello"));
          String waits = script(http, "t", Script.approval("may I?"));
          long bytes = bytes(http, done);
          List<String> before = everythingElse(http, done, waits);

          JsonNode dry = matching(http, 1);
          assertThat(members(dry))
              .containsExactly(
                  "dry_run",
                  "now_ms",
                  "cutoff_ms",
                  "limit",
                  "matched_run_count",
                  "candidate_run_ids",
                  "candidate_debug_bytes",
                  "pruned_debug_run_ids",
                  "pruned_debug_bytes");
          assertThat(dry.path("dry_run").asBoolean()).isTrue();
          assertThat(dry.path("cutoff_ms").asLong()).isEqualTo(dry.path("now_ms").asLong() - 1);
          assertThat(dry.path("limit").isNull()).isTrue();
          assertThat(texts(dry.path("candidate_run_ids"))).containsExactly(done);
          assertThat(dry.path("candidate_debug_bytes").asLong()).isEqualTo(bytes);
          assertThat(dry.path("pruned_debug_run_ids").isEmpty()).isTrue();
          assertThat(dry.path("pruned_debug_bytes").asLong()).isZero();
          assertThat(isKept(http, done)).isTrue();

          JsonNode pruned = prune(http, "{'older_than_ms':1}");
          assertThat(pruned.path("dry_run").asBoolean()).isFalse();
          assertThat(texts(pruned.path("pruned_debug_run_ids"))).containsExactly(done);
          assertThat(pruned.path("pruned_debug_bytes").asLong()).isEqualTo(bytes);
          assertThat(isKept(http, done)).isFalse();
          assertThat(ids(debug(http, waits))).as("of the run that waits").hasSize(4);
          assertThat(everythingElse(http, done, waits)).isEqualTo(before);
          JsonNode again = prune(http, "{'older_than_ms':1}");
          assertThat(again.path("matched_run_count").asInt()).isZero();
          assertThat(again.path("candidate_run_ids").isEmpty()).isTrue();
        });
  }

  private static long bytes(Http http, String run) {
    return debug(http, run)
        .path("artifacts")
        .valueStream()
        .mapToLong(artifact -> artifact.path("bytes").asLong())
        .sum();
  }

  /** Runs with their deliveries, events, journals, mail and memory, as they are shown. */
  private static List<String> everythingElse(Http http, String... runs) {
    Stream<String> ofRuns =
        Stream.of(runs).flatMap(run -> Stream.of("/v1/runs/" + run, "/v1/runs/" + run + "/events"));
    Stream<String> ofSessions =
        Stream.of("s", "t")
            .flatMap(
                session ->
                    Stream.of(
                        "/v1/sessions/" + session,
                        "/v1/sessions/" + session + "/events",
                        "/v1/mailboxes/" + session,
                        "/v1/sessions/" + session + "/memory-context",
                        "/v1/sessions/" + session + "/memory-search?query=hello"));
    return Stream.concat(ofRuns, ofSessions)
        .map(path -> http.get(path).expect(200).text())
        .toList();
  }

  @Test
  // K4-469, K4-470
  void K4_469_K4_470_what_went_out_and_the_record_of_it_are_none_of_pruning() {
    daemon(
        http -> {
          http.session("s");
          http.post(
                  "/v1/sessions/s/reply-targets",
                  Acceptance.json("{'reply_targets':[{'plugin':'mail','address':'bob'}]}"))
              .expect(200);
          String run = id(work(http, "s", "hello"));
          matching(http, 1);
          List<String> before = deliveries(http, run);
          assertThat(before).hasSize(1);
          // Nobody is called mail, so it is a dead letter, and its record is whole.
          String path = "/v1/runs/" + run + "/external-actions";
          http.await(path, actions -> actions.size() == 2);
          String record = http.get(path).expect(200).text();
          assertThat(prune(http, "{'older_than_ms':1}").path("pruned_debug_run_ids").size())
              .isEqualTo(1);
          assertThat(deliveries(http, run)).isEqualTo(before);
          assertThat(http.get(path).expect(200).text()).isEqualTo(record);
        });
  }

  private static List<String> deliveries(Http http, String run) {
    return http.get("/v1/deliveries?run_id=" + run)
        .expect(200)
        .json()
        .valueStream()
        .map(delivery -> Acceptance.text(delivery, "delivery_id"))
        .toList();
  }

  @Test
  // K4-475, K4-476, K4-481, K4-482
  void K4_475_K4_476_K4_481_K4_482_pruning_keeps_to_a_session_and_to_a_limit() {
    daemon(
        http -> {
          List<String> s = Stream.of(1, 2, 3).map(_ -> id(work(http, "s", "hello"))).toList();
          String other = id(work(http, "t", "hello"));
          matching(http, 4);

          JsonNode unknown = prune(http, "{'older_than_ms':1,'session_id':'nobody'}");
          assertThat(unknown.path("matched_run_count").asInt()).isZero();
          JsonNode two = prune(http, "{'older_than_ms':1,'session_id':'s','limit':2}");
          assertThat(two.path("limit").asInt()).isEqualTo(2);
          assertThat(two.path("matched_run_count").asInt()).isEqualTo(3);
          assertThat(texts(two.path("pruned_debug_run_ids"))).isEqualTo(s.subList(0, 2));
          assertThat(isKept(http, s.getLast())).isTrue();
          assertThat(isKept(http, other)).isTrue();
          JsonNode old = prune(http, "{'older_than_ms':3600000}");
          assertThat(old.path("matched_run_count").asInt()).isZero();
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'older_than_ms':0}",
        "{'older_than_ms':-1}",
        "{'older_than_ms':null}",
        "{'older_than_ms':'7d'}",
        "{'older_than_ms':1.5}",
        "{'older_than_ms':99999999999999999999}",
        "{'older_than_ms':1,'limit':0}",
        "{'older_than_ms':1,'limit':-1}",
        "{'older_than_ms':1,'limit':'all'}"
      })
  // K4-474, K4-476, K4-487, K4-488
  void K4_474_K4_476_K4_487_K4_488_an_age_or_limit_that_is_none_prunes_nothing(String body) {
    daemon(
        http -> {
          String run = id(work(http, "s", "hello"));
          matching(http, 1);
          JsonNode problem =
              refused(
                  http.post("/v1/runs/prune", Acceptance.json(body)),
                  400,
                  "runs",
                  "run_retention_invalid_request");
          assertThat(problem.at("/errors/0/pointer").asString())
              .isEqualTo(body.contains("limit") ? "/limit" : "/older_than_ms");
          refused(
              http.post("/v1/runs/prune", Acceptance.json("{'older_than_ms':1,'dryrun':true}")),
              400,
              "api",
              "invalid_request");
          assertThat(isKept(http, run)).isTrue();
        });
  }

  @Test
  // K4-462, K4-464, K4-490, K4-491
  void K4_462_K4_464_K4_490_K4_491_the_start_drops_what_is_too_old_of_ended_and_unknown_runs() {
    String[] runs = new String[2];
    daemon(
        http -> {
          runs[0] = id(work(http, "s", "hello"));
          runs[1] = script(http, "t", Script.approval("may I?"));
          makeOrphan(runs[0]);
          matching(http, 1);
        },
        "TTL_MS",
        "0");
    daemon(
        http -> assertThat(isKept(http, runs[0])).as("with a time to live of 0").isTrue(),
        "TTL_MS",
        "0");
    assertThat(folder.resolve("debug").resolve(ORPHAN)).exists();
    daemon(
        http -> {
          assertThat(isKept(http, runs[0])).isFalse();
          assertThat(ids(debug(http, runs[1]))).as("of the run that waits").hasSize(4);
          assertThat(folder.resolve("debug").resolve(ORPHAN)).doesNotExist();
          http.get("/v1/runs/" + runs[0]).expect(200);
        },
        "TTL_MS",
        "1");
  }

  @Test
  // K4-463, K4-464, K4-492
  void K4_463_K4_464_K4_492_what_is_too_old_goes_while_the_daemon_runs() {
    daemon(
        http -> {
          String waits = script(http, "t", Script.approval("may I?"));
          String done = id(work(http, "s", "hello"));
          await().atMost(Duration.ofSeconds(30)).until(() -> !isKept(http, done));
          assertThat(isKept(http, waits)).isTrue();
          http.post("/v1/runs/" + waits + "/cancel", "").expect(200);
          await().atMost(Duration.ofSeconds(30)).until(() -> !isKept(http, waits));
        },
        "TTL_MS",
        "50",
        "GC_INTERVAL_MS",
        "50");
  }

  @Test
  // K4-496, K4-497
  void K4_496_K4_497_a_store_that_is_too_large_loses_the_oldest_and_never_a_live_run() {
    String[] runs = new String[3];
    long[] bytes = new long[3];
    daemon(
        http -> {
          runs[0] = script(http, "t", Script.approval("may I?"));
          runs[1] = id(work(http, "s", "hello"));
          runs[2] = id(work(http, "u", "hello"));
          for (int i = 0; i < 3; i++) {
            bytes[i] = bytes(http, runs[i]);
          }
        });
    daemon(
        http -> {
          assertThat(isKept(http, runs[0])).isTrue();
          assertThat(isKept(http, runs[1])).as("the oldest that has ended").isFalse();
          assertThat(isKept(http, runs[2])).isTrue();
        },
        "MAX_STORE_BYTES",
        "" + (bytes[0] + bytes[2]));
    daemon(
        http -> {
          assertThat(isKept(http, runs[0])).as("though it is above the cap").isTrue();
          assertThat(isKept(http, runs[2])).isFalse();
          String late = id(work(http, "s", "hello"));
          await().atMost(Duration.ofSeconds(30)).until(() -> !isKept(http, late));
        },
        "MAX_STORE_BYTES",
        "1",
        "GC_INTERVAL_MS",
        "50");
  }

  @Test
  void the_artifacts_of_a_session_go_with_it() {
    daemon(
        http -> {
          String gone = id(work(http, "s", "hello"));
          String stays = id(work(http, "t", "hello"));
          http.post("/v1/sessions/s/end", "").expect(200);
          http.send("DELETE", "/v1/sessions/s", null, _ -> {}).expect(204);
          assertThat(folder.resolve("debug").resolve(gone)).doesNotExist();
          assertThat(isKept(http, stays)).isTrue();
        });
  }
}
