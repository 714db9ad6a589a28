package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Many callers who want the same thing at the same moment. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RaceIT {
  private static final Set<String> TERMINAL =
      Set.of("completed", "failed", "interrupted", "cancelled");

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
  @DisplayName("16 resolvers at once: one decides, the others are told who did and how")
  void one_resolver_wins() {
    http.session("resolvers");
    String run = http.submit("resolvers", Script.approval("deploy"), Script.say("after"));
    String approval = http.awaitApproval(run);

    List<Http.Answer> answers = resolveBySixteen(run, approval);

    assertOneWinner(answers, run, approval);
    http.awaitRun(run, "completed");
    assertThat(eventsOf(run, "approval_resolved")).hasSize(1);
  }

  @Test
  @DisplayName(
      "16 resolvers at once on one of two approvals: the run waits on, and says who decided")
  void one_resolver_wins_while_the_run_still_waits() {
    http.session("halves");
    String run =
        http.submit(
            "halves",
            "{\"tools\":[%s,%s]}".formatted(Script.bash("true"), Script.bash("echo second")));
    String approval = http.awaitApproval(run);

    List<Http.Answer> answers = resolveBySixteen(run, approval);

    assertOneWinner(answers, run, approval);
    assertThat(answers.stream().filter(answer -> answer.status() != 202))
        .allMatch(answer -> answer.code().equals("approval_request_not_pending"));
    assertThat(http.run(run).path("pending_approval_ids")).hasSize(1);
  }

  /** Every other one denies, so that a loser who believes to have won is found out. */
  private List<Http.Answer> resolveBySixteen(String run, String approval) {
    List<Http> resolvers =
        IntStream.range(0, 16).mapToObj(i -> http.withRole("operator", "resolver-" + i)).toList();
    return Together.call(
        16,
        i ->
            resolvers
                .get(i)
                .post(
                    "/v1/runs/" + run + "/approvals",
                    "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"%s\"}]}"
                        .formatted(approval, behavior(i))));
  }

  private static String behavior(int resolver) {
    return resolver % 2 == 0 ? "allow" : "deny";
  }

  private void assertOneWinner(List<Http.Answer> answers, String run, String approval) {
    List<Integer> winners =
        IntStream.range(0, answers.size())
            .filter(i -> answers.get(i).status() == 202)
            .boxed()
            .toList();
    assertThat(winners).hasSize(1);
    int winner = winners.getFirst();
    JsonNode resolved = eventsOf(run, "approval_resolved").getFirst().path("event");
    assertThat(resolved.path("by").asString()).isEqualTo("resolver-" + winner);
    assertThat(resolved.path("resolutions").path(0).path("behavior").asString())
        .isEqualTo(behavior(winner));
    JsonNode row = http.get("/v1/approvals/" + approval).json().path("resolution");
    for (Http.Answer loser : answers) {
      if (loser.status() != 202) {
        assertThat(loser.status() + " " + loser.code())
            .isIn("400 approval_request_not_pending", "409 approval_state_conflict");
        JsonNode told = loser.json().path("resolution");
        assertThat(told.path("by").asString()).isEqualTo("resolver-" + winner);
        assertThat(told.path("behavior").asString()).isEqualTo(behavior(winner));
        assertThat(told.path("at_ms").asLong()).isEqualTo(row.path("at_ms").asLong());
      }
    }
  }

  @Test
  @DisplayName("K0-73 32 identical POSTs with one key are one resolution of one run")
  void one_key() {
    http.session("key");
    String run = http.submit("key", Script.approval("deploy"), Script.say("after"));
    String path = "/v1/runs/" + run + "/approvals";
    String body = Http.allow(http.awaitApproval(run));

    List<Http.Answer> answers = Together.call(32, _ -> http.postWithKey(path, body, "one"));

    assertThat(answers).allMatch(answer -> answer.status() == 202);
    assertThat(answers).allMatch(answer -> runId(answer).equals(run));
    assertThat(answers.stream().filter(RaceIT::isReplay)).hasSize(31);
    http.awaitRun(run, "completed");
    assertThat(eventsOf(run, "approval_resolved")).hasSize(1);
  }

  @Test
  @DisplayName("32 identical submissions with one key are one run")
  void one_key_for_a_submission() {
    http.session("submit-key");
    String work = Http.work(Script.say("once"));

    List<Http.Answer> answers =
        Together.call(32, _ -> http.postWithKey("/v1/sessions/submit-key/runs", work, "one"));

    assertThat(answers.stream().map(RaceIT::runId).distinct()).hasSize(1);
    assertThat(http.get("/v1/runs?session_id=submit-key").json()).hasSize(1);
  }

  @Test
  @DisplayName("K4-195 of 16 simultaneous /input calls one executes, the others get session_busy")
  void one_input() {
    http.session("input");
    String work = Http.work(Script.approval("hold"));

    List<Http.Answer> answers = Together.call(16, _ -> http.post("/v1/sessions/input/input", work));

    assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
    assertThat(answers.stream().filter(answer -> answer.status() != 200))
        .allMatch(answer -> answer.status() == 409 && answer.code().equals("session_busy"));
    assertThat(http.get("/v1/runs?session_id=input").json()).hasSize(1);
  }

  @Test
  @DisplayName("K4-193 K4-196 32 simultaneous /runs: all are executed, in order, one at a time")
  void many_runs() {
    http.session("runs");

    List<String> runs =
        Together.call(32, i -> http.submit("runs", Script.say("run " + i), Script.sleep(1)));

    assertThat(runs).doesNotHaveDuplicates();
    runs.forEach(run -> http.awaitRun(run, "completed"));
    List<String> inOrder =
        runs.stream().sorted(Comparator.comparingLong(run -> position(run, "accepted"))).toList();
    for (int i = 1; i < inOrder.size(); i++) {
      assertThat(position(inOrder.get(i), "started"))
          .isGreaterThan(position(inOrder.get(i - 1), "completed"));
    }
  }

  @Test
  @DisplayName("K4-63 32 simultaneous creates of one session_id yield one session")
  void one_session() {
    List<Http.Answer> answers =
        Together.call(32, _ -> http.post("/v1/sessions", "{\"session_id\":\"same\"}"));

    assertThat(answers).allMatch(answer -> answer.status() == 201);
    assertThat(answers.stream().map(answer -> answer.json().path("agent_id").asString()).distinct())
        .hasSize(1);
    assertThat(http.get("/v1/sessions?limit=100").json().valueStream())
        .filteredOn(row -> row.path("session_id").asString().equals("same"))
        .hasSize(1);
  }

  @Test
  @DisplayName("K4-512 cancel racing completion leaves exactly one terminal event")
  void cancel_against_completion() {
    http.session("cancel");
    for (int round = 0; round < 40; round++) {
      String run = http.submit("cancel", Script.say("one"), Script.say("two"), Script.say("three"));

      List<Http.Answer> answers =
          Together.call(2, _ -> http.post("/v1/runs/" + run + "/cancel", null));

      String end =
          http.await("/v1/runs/" + run, view -> TERMINAL.contains(status(view)))
              .path("status")
              .asString();
      assertThat(http.events(run).stream().map(RaceIT::type).filter(TERMINAL::contains))
          .containsExactly(end);
      assertThat(answers)
          .allMatch(
              answer ->
                  end.equals("cancelled")
                      ? answer.status() == 200 && status(answer.json()).equals("cancelled")
                      : answer.status() == 409 && answer.code().equals("run_state_conflict"));
    }
  }

  private List<JsonNode> eventsOf(String run, String type) {
    return http.events(run).stream().filter(event -> type(event).equals(type)).toList();
  }

  private long position(String run, String type) {
    return Long.parseLong(eventsOf(run, type).getFirst().path("event_id").asString());
  }

  private static String type(JsonNode entry) {
    return entry.path("event").path("type").asString();
  }

  private static String status(JsonNode run) {
    return run.path("status").asString();
  }

  private static String runId(Http.Answer answer) {
    return answer.json().path("run_id").asString();
  }

  private static boolean isReplay(Http.Answer answer) {
    return answer.response().headers().firstValue("Idempotency-Replayed").isPresent();
  }
}
