package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What a daemon still knows, and does, after kill -9. */
final class KillIT {
  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName(
      "K0-05 K0-71 K4-01 a parked run is the same byte for byte after kill -9, and goes on")
  void an_approval_survives(Database database) throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Http http = daemon.http();
      http.session("s");
      String run =
          http.submit("s", Script.say("before"), Script.approval("deploy"), Script.say("after"));
      String approval = http.awaitApproval(run);
      List<String> paths =
          List.of(
              "/v1/approvals/" + approval,
              "/v1/runs/" + run,
              "/v1/runs/" + run + "/events",
              "/v1/sessions/s",
              "/v1/approvals");
      List<String> before = paths.stream().map(path -> http.get(path).expect(200).text()).toList();

      Http after = daemon.kill9().restart().http();

      assertThat(paths.stream().map(path -> after.get(path).expect(200).text()).toList())
          .isEqualTo(before);
      String path = "/v1/runs/" + run + "/approvals";
      after.postWithKey(path, Http.allow(approval), "decision").expect(202);

      Http last = daemon.kill9().restart().http();
      Http.Answer again = last.postWithKey(path, Http.allow(approval), "decision").expect(202);
      assertThat(again.json().path("run_id").asString()).isEqualTo(run);
      assertThat(again.response().headers().firstValue("Idempotency-Replayed")).hasValue("true");
      JsonNode done = last.awaitRun(run, "completed");
      assertThat(done.path("outputs").valueStream().map(KillIT::content))
          .containsExactly("before", "after");
      assertThat(types(last, run)).containsOnlyOnce("approval_resolved", "completed");
    }
  }

  @Test
  @DisplayName("K0-141 a question that expired while the daemon was down is so before any request")
  void a_deadline_passes_while_the_daemon_is_down() throws Exception {
    int port = freePort();
    try (DaemonProcess daemon = DaemonProcess.start(folder, "--port", Integer.toString(port))) {
      Http http = daemon.http();
      http.session("s");
      String run = http.submit("s", Script.ask("Which one?", 3_000), Script.say("after"));
      String question = asked(http, run);
      long expires =
          http.get("/v1/questions/" + question)
              .json()
              .path("request")
              .path("expires_at_ms")
              .asLong();
      daemon.kill9();
      await().until(() -> System.currentTimeMillis() > expires);

      daemon.begin();
      JsonNode first = firstAnswer(http, "/v1/runs/" + run);

      assertThat(first.path("status").asString()).isEqualTo("cancelled");
      daemon.awaitReady();
      assertThat(http.get("/v1/questions").json()).isEmpty();
      Http.Answer late = http.post("/v1/runs/" + run + "/questions", Http.answer(question, "x"));
      assertThat(late.status()).isEqualTo(409);
    }
  }

  /** What the run has asked, which may have expired before anybody could look. */
  private static String asked(Http http, String run) {
    return http.await(
            "/v1/runs/" + run + "/events", all -> all.valueStream().anyMatch(KillIT::isAsking))
        .valueStream()
        .filter(KillIT::isAsking)
        .findFirst()
        .orElseThrow()
        .at("/event/request_ids/0")
        .asString();
  }

  private static boolean isAsking(JsonNode entry) {
    return type(entry).equals("waiting_for_user_question");
  }

  /** What the daemon says as soon as it says anything at all. */
  private static JsonNode firstAnswer(Http http, String path) {
    JsonNode[] answer = new JsonNode[1];
    await()
        .ignoreExceptions()
        .pollInterval(java.time.Duration.ofMillis(1))
        .atMost(java.time.Duration.ofSeconds(60))
        .until(
            () -> {
              answer[0] = http.get(path).json();
              return true;
            });
    return answer[0];
  }

  @Test
  @DisplayName("K0-160 kill -9 during a batch leaves all of it resolved, or nothing")
  void a_batch_is_whole() throws IOException {
    int gates = 12;
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      for (int round = 0; round < 6; round++) {
        String session = "batch-" + round;
        Http http = daemon.http();
        http.session(session);
        String calls =
            IntStream.range(0, gates)
                .mapToObj(n -> Script.approval("gate " + n))
                .collect(Collectors.joining(","));
        String run = http.submit(session, "{\"tools\":[" + calls + "]}", Script.say("after"));
        http.awaitApproval(run);
        List<String> ids =
            http.run(run)
                .path("pending_approval_ids")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
        String body =
            ids.stream()
                .map("{\"request_id\":\"%s\",\"behavior\":\"allow\"}"::formatted)
                .collect(Collectors.joining(",", "{\"resolutions\":[", "]}"));
        sendAndKill(daemon, "/v1/runs/" + run + "/approvals", body, round);

        Http after = daemon.restart().http();

        List<String> left =
            after
                .run(run)
                .path("pending_approval_ids")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
        if (left.isEmpty()) {
          after.awaitRun(run, "completed");
        } else {
          assertThat(left).isEqualTo(ids);
        }
      }
    }
  }

  /** The kill comes some round trips after the request, while the batch is read or written. */
  private static void sendAndKill(DaemonProcess daemon, String path, String body, int later)
      throws IOException {
    Http http = daemon.http();
    try (Socket socket = new RawHttp(daemon).connect()) {
      http.get("/healthz");
      socket
          .getOutputStream()
          .write(
              ("POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n"
                      + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s")
                  .formatted(path, http.token(), body.length(), body)
                  .getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < later; i++) {
        http.get("/healthz");
      }
      daemon.kill9();
    }
  }

  @Test
  @DisplayName("an idempotent retry after kill -9 answers the same run")
  void a_retried_submission_is_the_same_run() throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("s");
      String work = Http.work(Script.approval("once"));
      String first = runId(http.postWithKey("/v1/sessions/s/runs", work, "k").expect(202));

      Http after = daemon.kill9().restart().http();

      Http.Answer retry = after.postWithKey("/v1/sessions/s/runs", work, "k").expect(202);
      assertThat(runId(retry)).isEqualTo(first);
      assertThat(retry.response().headers().firstValue("Idempotency-Replayed")).hasValue("true");
      assertThat(after.get("/v1/runs").json()).hasSize(1);
    }
  }

  @Test
  @DisplayName("K4-321 a command in flight is named, ended and never run again")
  void a_command_in_flight() throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("s");
      String run =
          http.submit(
              "s",
              Script.bash(
                  "echo ran >> ran; sleep 300 & echo $! $$ > pids.new; mv pids.new pids; wait"),
              Script.say("never"));
      http.approve(run);
      Path pids = daemon.workspace("s").resolve("pids");
      await().until(() -> Files.exists(pids));
      List<Long> left = Pids.in(pids);
      String callId =
          http.events(run).stream()
              .filter(e -> type(e).equals("waiting_for_approval"))
              .map(e -> e.path("event").path("requests").path(0).path("tool_call_id").asString())
              .findFirst()
              .orElseThrow();

      daemon.kill9();
      assertThat(left).allMatch(Pids::isAlive, "outlives the daemon");
      Http after = daemon.restart().http();

      JsonNode ended = after.awaitRun(run, "interrupted");
      assertThat(ended.path("error").asString())
          .contains("bash", callId, "its processes were still there and were ended");
      assertThat(left).noneMatch(Pids::isAlive);
      assertThat(daemon.workspace("s").resolve("ran")).hasContent("ran");
      assertThat(ended.path("outputs")).isEmpty();
      // The session is free again.
      String next = after.submit("s", Script.say("next"));
      after.awaitRun(next, "completed");
    }
  }

  @Test
  @DisplayName("K4-321 a run between two steps goes on from the last one in the journal")
  void a_run_between_steps() throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("s");
      String run =
          http.submit(
              "s", Script.say("one"), Script.sleep(1_500), Script.say("two"), Script.say("three"));
      http.await("/v1/runs/" + run, view -> !view.path("outputs").isEmpty());

      Http after = daemon.kill9().restart().http();

      JsonNode done = after.awaitRun(run, "completed");
      assertThat(done.path("outputs").valueStream().map(KillIT::content))
          .containsExactly("one", "two", "three");
      assertThat(types(after, run))
          .containsOnlyOnce("started", "completed")
          .doesNotContain("failed");
    }
  }

  @Test
  @DisplayName("K4-322 queued runs are still queued, in the same order")
  void queued_runs() throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("s");
      String parked = http.submit("s", Script.approval("hold"));
      http.awaitApproval(parked);
      List<String> queued =
          IntStream.range(0, 6).mapToObj(i -> http.submit("s", Script.say("run " + i))).toList();
      List<String> before = queued.stream().map(id -> http.get("/v1/runs/" + id).text()).toList();

      Http after = daemon.kill9().restart().http();

      assertThat(queued.stream().map(id -> after.get("/v1/runs/" + id).text()).toList())
          .isEqualTo(before);
      assertThat(queued.stream().map(id -> after.run(id).path("queued_position").asInt()))
          .containsExactly(1, 2, 3, 4, 5, 6);
      after.approve(parked);
      queued.forEach(id -> after.awaitRun(id, "completed"));
      assertThat(queued.stream().map(id -> position(after, id, "started")).toList()).isSorted();
    }
  }

  @Test
  @DisplayName("K4-272 event ids are never used again, and a cursor from before still replays")
  void event_ids() throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("s");
      String first = http.submit("s", Script.say("first"));
      http.awaitRun(first, "completed");
      List<SseTap.Frame> before;
      try (SseTap stream = SseTap.open(daemon, "/v1/events/stream?cursor=0")) {
        before = stream.until(frame -> isEnd(frame, first));
      }
      Http after = daemon.kill9().restart().http();
      String second = after.submit("s", Script.say("second"));
      after.awaitRun(second, "completed");

      List<SseTap.Frame> all;
      try (SseTap stream = SseTap.open(daemon, "/v1/events/stream?cursor=0")) {
        all = stream.until(frame -> isEnd(frame, second));
      }
      assertThat(all.subList(0, before.size())).isEqualTo(before);
      assertThat(all).extracting(SseTap.Frame::id).isSorted();
      Map<Long, String> byId = new TreeMap<>();
      all.forEach(frame -> assertThat(byId.put(frame.id(), frame.text())).isNull());
      long cursor = before.getLast().id();
      try (SseTap stream = SseTap.open(daemon, "/v1/events/stream?cursor=" + cursor)) {
        assertThat(stream.until(frame -> isEnd(frame, second)))
            .isEqualTo(all.subList(before.size(), all.size()));
      }
    }
  }

  private static boolean isEnd(SseTap.Frame frame, String run) {
    return frame.type().equals("run_event")
        && frame.data().path("entry").path("run_id").asString().equals(run)
        && type(frame.data().path("entry")).equals("completed");
  }

  @Test
  @DisplayName("SIGTERM lets what is under way come to a commit and exits 0")
  void sigterm() throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      Http http = daemon.http();
      http.session("parked");
      http.session("busy");
      String parked = http.submit("parked", Script.approval("hold"));
      http.awaitApproval(parked);
      String before = http.get("/v1/runs/" + parked).text();
      String busy = http.submit("busy", Script.say("one"), Script.sleep(800), Script.say("two"));
      http.await("/v1/runs/" + busy, view -> !view.path("outputs").isEmpty());

      assertThat(daemon.terminate()).isZero();
      assertThat(daemon.log()).contains("stopped");

      Http after = daemon.restart().http();
      assertThat(after.get("/v1/runs/" + parked).text()).isEqualTo(before);
      assertThat(
              after.awaitRun(busy, "completed").path("outputs").valueStream().map(KillIT::content))
          .containsExactly("one", "two");
    }
  }

  @Test
  void a_second_daemon_on_the_same_folder_is_refused() throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      DaemonProcess.Refusal refusal = DaemonProcess.refused(daemon.data());

      assertThat(refusal.exitCode()).isNotZero();
      assertThat(refusal.said())
          .contains("Another holdpoint (pid " + daemon.pid() + ") is using " + daemon.data())
          .doesNotContain("Exception");
      daemon.http().get("/readyz").expect(200);
    }
  }

  @Test
  void a_second_daemon_without_the_keys_of_the_first_is_refused() throws IOException {
    String[] arguments = Database.POSTGRES.arguments();
    try (DaemonProcess daemon = DaemonProcess.start(folder, arguments)) {
      DaemonProcess.Refusal refusal = DaemonProcess.refused(folder.resolve("other"), arguments);

      assertThat(refusal.exitCode()).isNotZero();
      assertThat(refusal.said())
          .contains("audit key")
          .doesNotContain("secret")
          .doesNotContain("Exception");
      daemon.http().get("/readyz").expect(200);
    }
  }

  private static long position(Http http, String run, String type) {
    return http.events(run).stream()
        .filter(event -> type(event).equals(type))
        .mapToLong(event -> Long.parseLong(event.path("event_id").asString()))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> types(Http http, String run) {
    return http.events(run).stream().map(KillIT::type).toList();
  }

  private static String type(JsonNode entry) {
    return entry.path("event").path("type").asString();
  }

  private static String content(JsonNode output) {
    return output.path("content").asString();
  }

  private static String runId(Http.Answer answer) {
    return answer.json().path("run_id").asString();
  }

  /** One that the system gives to nobody, so that it is still free after the restart. */
  private static int freePort() throws IOException {
    for (int port = ThreadLocalRandom.current().nextInt(10_000, 30_000); ; port++) {
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody's; perhaps the next one is not.
      }
    }
  }
}
