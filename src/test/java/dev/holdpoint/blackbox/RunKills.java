package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Lives.Moment;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Runs, what they wait for and what they do. */
final class RunKills {
  private RunKills() {}

  static void on(Stories stories) throws IOException {
    stories.tell(
        "K0-05 K0-71 K4-01 a parked run is the same byte for byte after kill -9, and goes on",
        RunKills::an_approval_survives);
    if (stories.database() == Database.POSTGRES) {
      Path elsewhere = stories.folder("other");
      String[] arguments = stories.arguments();
      stories.tell(
          "a second daemon without the keys of the first is refused",
          lives -> a_second_daemon_without_keys(lives, elsewhere, arguments));
      return;
    }
    stories
        .tell(
            "K0-141 a question that expired while the daemon was down is so before any request",
            RunKills::a_deadline_passes_while_the_daemon_is_down)
        .tell(
            "K0-160 kill -9 during a batch leaves all of it resolved, or nothing",
            RunKills::a_batch_is_whole)
        .tell(
            "an idempotent retry after kill -9 answers the same run",
            RunKills::a_retried_submission_is_the_same_run)
        .tell(
            "K4-321 PF-36 a command in flight is named, ended and never run again",
            RunKills::a_command_in_flight)
        .tell(
            "K4-321 a run between two steps goes on from the last one in the journal",
            RunKills::a_run_between_steps)
        .tell("K4-322 queued runs are still queued, in the same order", RunKills::queued_runs)
        .tell(
            "K4-272 event ids are never used again, and a cursor from before still replays",
            RunKills::event_ids)
        .tell("a second daemon on the same folder is refused", RunKills::a_second_daemon)
        .tell("SIGTERM lets what is under way come to a commit and exits 0", RunKills::sigterm);
  }

  private static void an_approval_survives(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("parked");
    String run =
        http.submit("parked", Script.say("before"), Script.approval("deploy"), Script.say("after"));
    String approval = http.awaitApproval(run);
    List<String> paths =
        List.of(
            "/v1/approvals/" + approval,
            "/v1/runs/" + run,
            "/v1/runs/" + run + "/events",
            "/v1/sessions/parked",
            "/v1/approvals?session_id=parked");
    List<String> before = paths.stream().map(path -> http.get(path).expect(200).text()).toList();

    Http after = lives.killed();

    assertThat(paths.stream().map(path -> after.get(path).expect(200).text()).toList())
        .isEqualTo(before);
    String path = "/v1/runs/" + run + "/approvals";

    Http last =
        lives.killed(
            Moment.any()
                .theMomentAfter(
                    () -> after.postWithKey(path, Http.allow(approval), "decision").expect(202)));

    Http.Answer again = last.postWithKey(path, Http.allow(approval), "decision").expect(202);
    assertThat(again.json().path("run_id").asString()).isEqualTo(run);
    assertThat(again.response().headers().firstValue("Idempotency-Replayed")).hasValue("true");
    JsonNode done = last.awaitRun(run, "completed");
    assertThat(done.path("outputs").valueStream().map(RunKills::content))
        .containsExactly("before", "after");
    assertThat(types(last, run)).containsOnlyOnce("approval_resolved", "completed");
  }

  private record Asked(String run, String question, long expiresAtMs) {}

  private static void a_deadline_passes_while_the_daemon_is_down(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("deadline");
    CompletableFuture<Asked> asked = new CompletableFuture<>();
    CompletableFuture<JsonNode> first = new CompletableFuture<>();
    lives.killed(
        Moment.any()
            .once(() -> asked.complete(ask(http)))
            .whileDown(
                () -> {
                  long expires = asked.join().expiresAtMs;
                  await().atMost(Lives.PATIENCE).until(() -> System.currentTimeMillis() > expires);
                  // It comes back at the same address, and is asked before it is ready.
                  String path = "/v1/runs/" + asked.join().run;
                  Thread.ofVirtual().start(() -> firstAnswer(http, path, first));
                }));

    assertThat(first.join().path("status").asString()).isEqualTo("cancelled");
    assertThat(http.get("/v1/questions?session_id=deadline").json()).isEmpty();
    Http.Answer late =
        http.post(
            "/v1/runs/" + asked.join().run + "/questions", Http.answer(asked.join().question, "x"));
    assertThat(late.status()).isEqualTo(409);
  }

  private static Asked ask(Http http) {
    String run = http.submit("deadline", Script.ask("Which one?", 2_000), Script.say("after"));
    // It may have expired before anybody can look at what waits.
    String question =
        waitedFor(http.await("/v1/runs/" + run + "/events", all -> waitedFor(all).isPresent()))
            .orElseThrow();
    JsonNode request = http.get("/v1/questions/" + question).json().path("request");
    return new Asked(run, question, request.path("expires_at_ms").asLong());
  }

  private static Optional<String> waitedFor(JsonNode events) {
    return events
        .valueStream()
        .map(entry -> entry.at("/event/request_ids/0").asString(""))
        .filter(id -> !id.isEmpty())
        .findFirst();
  }

  /** What the daemon says as soon as it says anything at all. */
  private static void firstAnswer(Http http, String path, CompletableFuture<JsonNode> answer) {
    try {
      await()
          .ignoreExceptions()
          .pollInterval(Duration.ofMillis(1))
          .atMost(Lives.PATIENCE)
          // While it starts it answers 503.
          .until(() -> answer.complete(http.get(path).expect(200).json()));
    } catch (RuntimeException fault) {
      answer.completeExceptionally(fault);
    }
  }

  /** Of each batch it is known how many round trips before the kill it was sent. */
  private static void a_batch_is_whole(Lives lives) throws Exception {
    int batches = 6;
    int gates = 12;
    Http http = lives.http();
    List<String> runs = new ArrayList<>();
    List<List<String>> gatesOf = new ArrayList<>();
    for (int batch = 0; batch < batches; batch++) {
      String session = "batch-" + batch;
      http.session(session);
      String calls =
          IntStream.range(0, gates)
              .mapToObj(n -> Script.approval("gate " + n))
              .collect(Collectors.joining(","));
      String run = http.submit(session, "{\"tools\":[" + calls + "]}", Script.say("after"));
      http.awaitApproval(run);
      runs.add(run);
      gatesOf.add(pending(http, run));
    }
    List<Socket> sockets = new ArrayList<>();
    for (int batch = 0; batch < batches; batch++) {
      sockets.add(new RawHttp(lives.process()).connect());
    }

    Http after =
        lives.killed(
            Moment.any()
                .rightAfter(
                    () -> {
                      for (int batch = 0; batch < batches; batch++) {
                        http.get("/healthz");
                        sockets
                            .get(batch)
                            .getOutputStream()
                            .write(request(http, runs.get(batch), gatesOf.get(batch)));
                      }
                    }));

    for (Socket socket : sockets) {
      socket.close();
    }
    for (int batch = 0; batch < batches; batch++) {
      List<String> left = pending(after, runs.get(batch));
      if (left.isEmpty()) {
        after.awaitRun(runs.get(batch), "completed");
      } else {
        assertThat(left).isEqualTo(gatesOf.get(batch));
      }
    }
  }

  private static List<String> pending(Http http, String run) {
    return http.run(run)
        .path("pending_approval_ids")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  private static byte[] request(Http http, String run, List<String> gates) {
    String body =
        gates.stream()
            .map("{\"request_id\":\"%s\",\"behavior\":\"allow\"}"::formatted)
            .collect(Collectors.joining(",", "{\"resolutions\":[", "]}"));
    return """
        POST /v1/runs/%s/approvals HTTP/1.1\r
        Host: 127.0.0.1\r
        Authorization: Bearer %s\r
        Content-Type: application/json\r
        Content-Length: %d\r
        \r
        %s"""
        .formatted(run, http.token(), body.length(), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static void a_retried_submission_is_the_same_run(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("retried");
    String work = Http.work(Script.approval("once"));
    String path = "/v1/sessions/retried/runs";
    CompletableFuture<String> first = new CompletableFuture<>();

    Http after =
        lives.killed(
            Moment.any()
                .rightAfter(
                    () ->
                        first.complete(
                            runId(http.postWithKey(path, work, "retried").expect(202)))));

    Http.Answer retry = after.postWithKey(path, work, "retried").expect(202);
    assertThat(runId(retry)).isEqualTo(first.join());
    assertThat(retry.response().headers().firstValue("Idempotency-Replayed")).hasValue("true");
    assertThat(after.get("/v1/runs?session_id=retried").json()).hasSize(1);
  }

  // PF-36
  private static void a_command_in_flight(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("flight");
    String run =
        http.submit(
            "flight",
            Script.bash(
                "echo ran >> ran; sleep 300 & echo $! $$ > pids.new; mv pids.new pids; wait"),
            Script.say("never"));
    http.approve(run);
    Path pids = lives.process().workspace("flight").resolve("pids");
    await().atMost(Lives.PATIENCE).until(() -> Files.exists(pids));
    List<Long> left = Pids.in(pids);
    String callId =
        http.events(run).stream()
            .filter(e -> type(e).equals("waiting_for_approval"))
            .map(e -> e.path("event").path("requests").path(0).path("tool_call_id").asString())
            .findFirst()
            .orElseThrow();

    Http after =
        lives.killed(
            Moment.any()
                .whileDown(() -> assertThat(left).allMatch(Pids::isAlive, "outlives the daemon")));

    JsonNode ended = after.awaitRun(run, "interrupted");
    assertThat(ended.path("error").asString())
        .contains("bash", callId, "its processes were still running and were stopped;");
    assertThat(left).noneMatch(Pids::isAlive);
    assertThat(lives.process().workspace("flight").resolve("ran")).hasContent("ran");
    assertThat(ended.path("outputs")).isEmpty();
    // The session is free again.
    String next = after.submit("flight", Script.say("next"));
    after.awaitRun(next, "completed");
  }

  private static void a_run_between_steps(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("between");
    CompletableFuture<String> run = new CompletableFuture<>();

    Http after =
        lives.killed(
            Moment.any()
                .once(
                    () -> {
                      run.complete(
                          http.submit(
                              "between",
                              Script.say("one"),
                              Script.sleep(1_500),
                              Script.say("two"),
                              Script.say("three")));
                      http.await("/v1/runs/" + run.join(), view -> !view.path("outputs").isEmpty());
                    }));

    JsonNode done = after.awaitRun(run.join(), "completed");
    assertThat(done.path("outputs").valueStream().map(RunKills::content))
        .containsExactly("one", "two", "three");
    assertThat(types(after, run.join()))
        .containsOnlyOnce("started", "completed")
        .doesNotContain("failed");
  }

  private static void queued_runs(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("queue");
    String parked = http.submit("queue", Script.approval("hold"));
    http.awaitApproval(parked);
    List<String> queued =
        IntStream.range(0, 6).mapToObj(i -> http.submit("queue", Script.say("run " + i))).toList();
    List<String> before = queued.stream().map(id -> http.get("/v1/runs/" + id).text()).toList();

    Http after = lives.killed();

    assertThat(queued.stream().map(id -> after.get("/v1/runs/" + id).text()).toList())
        .isEqualTo(before);
    assertThat(queued.stream().map(id -> after.run(id).path("queued_position").asInt()))
        .containsExactly(1, 2, 3, 4, 5, 6);
    after.approve(parked);
    queued.forEach(id -> after.awaitRun(id, "completed"));
    assertThat(queued.stream().map(id -> position(after, id, "started")).toList()).isSorted();
  }

  private static void event_ids(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("events");
    String first = http.submit("events", Script.say("first"));
    http.awaitRun(first, "completed");
    List<SseTap.Frame> before;
    try (SseTap stream = SseTap.open(lives.process(), "/v1/events/stream?cursor=0")) {
      before = stream.until(frame -> isEnd(frame, first));
    }
    Http after = lives.killed();
    String second = after.submit("events", Script.say("second"));
    after.awaitRun(second, "completed");

    List<SseTap.Frame> all;
    try (SseTap stream = SseTap.open(lives.process(), "/v1/events/stream?cursor=0")) {
      all = stream.until(frame -> isEnd(frame, second));
    }
    assertThat(all.subList(0, before.size())).isEqualTo(before);
    assertThat(all).extracting(SseTap.Frame::id).isSorted();
    Map<Long, String> byId = new TreeMap<>();
    all.forEach(frame -> assertThat(byId.put(frame.id(), frame.text())).isNull());
    long cursor = before.getLast().id();
    try (SseTap stream = SseTap.open(lives.process(), "/v1/events/stream?cursor=" + cursor)) {
      assertThat(stream.until(frame -> isEnd(frame, second)))
          .isEqualTo(all.subList(before.size(), all.size()));
    }
  }

  private static boolean isEnd(SseTap.Frame frame, String run) {
    return frame.type().equals("run_event")
        && frame.data().path("entry").path("run_id").asString().equals(run)
        && type(frame.data().path("entry")).equals("completed");
  }

  private static void sigterm(Lives lives) throws Exception {
    DaemonProcess daemon = lives.alone();
    Http http = daemon.http();
    http.session("held");
    http.session("busy");
    String parked = http.submit("held", Script.approval("hold"));
    http.awaitApproval(parked);
    String before = http.get("/v1/runs/" + parked).text();
    String busy = http.submit("busy", Script.say("one"), Script.sleep(800), Script.say("two"));
    http.await("/v1/runs/" + busy, view -> !view.path("outputs").isEmpty());

    assertThat(daemon.terminate()).isZero();
    assertThat(daemon.log()).contains("stopped");

    Http after = daemon.restart().http();
    assertThat(after.get("/v1/runs/" + parked).text()).isEqualTo(before);
    assertThat(
            after.awaitRun(busy, "completed").path("outputs").valueStream().map(RunKills::content))
        .containsExactly("one", "two");
  }

  private static void a_second_daemon(Lives lives) throws IOException {
    DaemonProcess daemon = lives.process();
    DaemonProcess.Refusal refusal = DaemonProcess.refused(daemon.data());

    assertThat(refusal.exitCode()).isNotZero();
    assertThat(refusal.said())
        .contains("Another holdpoint (pid " + daemon.pid() + ") is using " + daemon.data())
        .doesNotContain("Exception");
    daemon.http().get("/readyz").expect(200);
  }

  private static void a_second_daemon_without_keys(Lives lives, Path elsewhere, String[] arguments)
      throws IOException {
    DaemonProcess.Refusal refusal = DaemonProcess.refused(elsewhere, arguments);

    assertThat(refusal.exitCode()).isNotZero();
    assertThat(refusal.said())
        .contains("audit key")
        .doesNotContain("secret")
        .doesNotContain("Exception");
    lives.http().get("/readyz").expect(200);
  }

  private static long position(Http http, String run, String type) {
    return http.events(run).stream()
        .filter(event -> type(event).equals(type))
        .mapToLong(event -> Long.parseLong(event.path("event_id").asString()))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> types(Http http, String run) {
    return http.events(run).stream().map(RunKills::type).toList();
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
}
