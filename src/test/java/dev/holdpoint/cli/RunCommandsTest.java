package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.ApprovalClient;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RunCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  @Test
  void runs_are_listed_by_session_and_status() throws Exception {
    String id = desk.session();
    String done = desk.park(id, "{\"say\":\"a\"}");
    String waiting = desk.park(id, Desk.commands("true"));

    assertThat(ids(desk.json("runs", "list", "--session", id))).containsExactly(waiting, done);
    assertThat(ids(desk.json("runs", "list", "--session", id, "--status", "completed")))
        .containsExactly(done);
    assertThat(desk.type("runs", "list", "--session", id).out())
        .containsPattern(waiting + " +" + id + " +waiting for approval +(now|.* ago) +#!script");
    Outcome wrong = desk.type("runs", "list", "--status", "asleep");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("'asleep' is not a status of a run; use queued, running");
  }

  private static List<String> ids(JsonNode rows) {
    return rows.valueStream().map(row -> row.path("run_id").asString()).toList();
  }

  @Test
  void a_run_is_shown_with_what_it_waits_for() throws Exception {
    String run = desk.park(desk.session(), "{\"say\":\"hm\"}", Desk.ASK);

    assertThat(desk.type("runs", "get", run).out())
        .contains("status      waiting for user question")
        .contains("said        hm", "question    qst_", "Which database?");
    assertThat(desk.type("runs", "show", run).exitCode()).isZero();
    assertThat(desk.type("runs", "events", run).out())
        .containsSubsequence("accepted", "output  hm", "waiting for user question  qst_");
    assertThat(desk.json("runs", "events", run).get(0).at("/event/type").asString())
        .isEqualTo("accepted");
  }

  @Test
  void whoever_waits_for_a_run_hears_its_end_as_an_exit_code() throws Exception {
    String run = desk.park(desk.session(), Desk.commands("echo done"));

    assertThat(desk.type("runs", "wait", run, "--or-waiting").exitCode()).isZero();
    assertThat(desk.type("runs", "wait", run, "--timeout", "1s").exitCode()).isEqualTo(7);

    CompletableFuture<Outcome> waiting =
        CompletableFuture.supplyAsync(() -> desk.type("runs", "wait", run));
    allow(run);
    assertThat(waiting.get().exitCode()).isZero();
    assertThat(waiting.get().out()).isEqualTo(run + " completed\n");

    String cancelled = desk.park(desk.session(), Desk.commands("true"));
    assertThat(desk.type("runs", "cancel", cancelled).out()).isEqualTo(cancelled + " cancelled\n");
    assertThat(desk.type("runs", "wait", cancelled).exitCode()).isEqualTo(1);
    assertThat(desk.type("runs", "wait", "run_nobody").exitCode()).isEqualTo(5);
  }

  @Test
  void a_run_is_watched_from_its_beginning_to_its_end() throws Exception {
    String run = desk.park(desk.session(), Desk.commands("echo done"), "{\"say\":\"bye\"}");

    CompletableFuture<Outcome> watching =
        CompletableFuture.supplyAsync(() -> desk.type("runs", "watch", run));
    CompletableFuture<Outcome> reading =
        CompletableFuture.supplyAsync(() -> desk.type("runs", "watch", run, "--json"));
    allow(run);

    assertThat(watching.get().exitCode()).as(watching.get().toString()).isZero();
    assertThat(watching.get().out())
        .containsSubsequence(
            "accepted", "waiting for approval", "admin allowed apr_", "output  bye", "completed");
    List<JsonNode> frames = reading.get().out().lines().map(ClientJson::parseTree).toList();
    assertThat(frames)
        .extracting(frame -> frame.path("type").asString())
        .contains("run_event", "approval_requested", "approval_resolved");
    String last = frames.getLast().path("id").asString();
    assertThat(last).matches("[0-9]+");

    Outcome nothing = desk.type("runs", "watch", run, "--since", last);
    assertThat(nothing).isEqualTo(new Outcome(0, "", ""));
    assertThat(desk.type("runs", "watch", run, "--since", "junk").exitCode()).isEqualTo(2);
  }

  private static void allow(String run) throws Exception {
    var approval = desk.client().runs().find(run).pendingApprovals().getFirst();
    desk.client().approvals().resolve(run, ApprovalClient.allow(approval.id(), null, null));
  }
}
