package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A child that asks its parent, and a daemon that is killed in between. */
final class ClarificationKillIT {
  private static final int FAMILIES = 12;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @EnumSource
  // K0-143, K0-144, K0-145, K0-146, K0-147, K0-148
  @DisplayName(
      "K0-143 to K0-148 killed after the question, after the answer and after the delivery, the"
          + " child is answered once")
  void killed_at_every_step(Database database) throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Http http = daemon.http();
      http.session("parent");
      http.submit(
          "parent", Script.spawn("child", Script.clarify("Which?"), Script.sayLastResult()));
      JsonNode asked = question(http, "parent");
      String childRun = text(asked, "requester_run_id");
      http.awaitRun(childRun, "waiting_for_user_question");

      Http second = daemon.kill9().restart().http();
      assertThat(question(second, "parent")).isEqualTo(asked);
      assertThat(text(second.run(childRun), "status")).isEqualTo("waiting_for_user_question");
      String path = "/v1/runs/" + text(asked, "run_id") + "/questions";
      String answer = Http.answer(asked.at("/request/id").asString(), "the red one");
      second.post(path, answer).expect(202);

      Http third = daemon.kill9().restart().http();
      third.awaitRun(childRun, "completed");
      check(third, "child", asked);
      List<String> before = everything(third, asked);

      Http last = daemon.kill9().restart().http();
      assertThat(everything(last, asked)).isEqualTo(before);
      last.post(path, answer).expect(202);
      Http.Answer other =
          last.post(path, Http.answer(asked.at("/request/id").asString(), "the blue one"));
      assertThat(other.status()).isEqualTo(409);
      assertThat(other.code()).isEqualTo("question_resolution_conflict");
      assertThat(everything(last, asked)).isEqualTo(before);
    }
  }

  @Test
  // K0-144, K0-145
  @DisplayName(
      "K0-144 K0-145 whoever repeats an answer until it is acknowledged has it delivered once,"
          + " whatever kill -9 fell between")
  void killed_under_many_answers() throws Exception {
    try (MortalDaemon daemon = new MortalDaemon(folder);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < FAMILIES; i++) {
        int number = i;
        all.add(threads.submit(() -> live(daemon, number)));
      }
      for (int kill = 0; kill < 4; kill++) {
        daemon.killAfter(10);
      }
      for (Future<?> one : all) {
        one.get();
      }
      Http http = daemon.alive().http();
      for (int i = 0; i < FAMILIES; i++) {
        String childRun = text(http.get("/v1/runs?session_id=child-" + i).json().get(0), "run_id");
        String question =
            http.events(childRun).stream()
                .map(entry -> entry.path("event"))
                .filter(event -> text(event, "type").equals("waiting_for_user_question"))
                .map(event -> event.path("request_ids").get(0).asString())
                .findFirst()
                .orElseThrow();
        check(http, "child-" + i, http.get("/v1/questions/" + question).json());
        assertThat(text(http.run(childRun).path("outputs").get(0), "content"))
            .contains("answer " + i);
        assertThat(http.get("/v1/sessions/parent-" + i).json().at("/snapshot/children").size())
            .isEqualTo(1);
      }
    }
  }

  /** No idempotency key at the answer: repeating it is safe by itself. */
  private static void live(MortalDaemon daemon, int i) {
    try {
      String parent = "parent-" + i;
      String work =
          Http.work(Script.spawn("child-" + i, Script.clarify("Which?"), Script.sayLastResult()));
      daemon.persist(
          http -> {
            http.session(parent);
            return parent;
          });
      daemon.persist(
          http -> http.postWithKey("/v1/sessions/" + parent + "/runs", work, "k").expect(202));
      JsonNode asked = daemon.persist(http -> question(http, parent));
      daemon.persist(
          http ->
              http.post(
                      "/v1/runs/" + text(asked, "run_id") + "/questions",
                      Http.answer(asked.at("/request/id").asString(), "answer " + i))
                  .expect(202));
      daemon.persist(http -> http.awaitRun(text(asked, "requester_run_id"), "completed"));
    } catch (RuntimeException | Error e) {
      daemon.abandon();
      throw e;
    }
  }

  private static JsonNode question(Http http, String parent) {
    return http.await("/v1/sessions/" + parent + "/questions", list -> list.size() == 1).get(0);
  }

  private static void check(Http http, String child, JsonNode asked) {
    JsonNode mails = http.get("/v1/mailboxes/" + child).expect(200).json();
    assertThat(mails.size()).isEqualTo(1);
    assertThat(text(mails.get(0), "status")).isEqualTo("delivered");
    assertThat(types(http, text(asked, "run_id")))
        .containsOnlyOnce("parent_clarification_resolved", "output", "completed");
    assertThat(types(http, text(asked, "requester_run_id")))
        .containsOnlyOnce("user_question_resolved", "output", "completed");
  }

  private static List<String> everything(Http http, JsonNode asked) {
    return List.of(
            "/v1/mailboxes/child",
            "/v1/sessions/parent/events",
            "/v1/sessions/child/events",
            "/v1/questions/" + asked.at("/request/id").asString())
        .stream()
        .map(path -> http.get(path).expect(200).text())
        .toList();
  }

  private static List<String> types(Http http, String run) {
    return http.events(run).stream().map(e -> e.path("event").path("type").asString()).toList();
  }

  private static String text(JsonNode node, String member) {
    return node.path(member).asString();
  }
}
