package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Lives.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A child that asks its parent. */
final class ClarificationKills {
  private static final int KILLS = 2;
  private static final int FAMILIES_A_KILL = 4;

  /** That are answered in the life of a family. */
  private static final int CALLS = 5;

  private static final Random CHANCE = Seed.random("clarification");

  private ClarificationKills() {}

  static void on(Stories stories) {
    stories.tell(
        "K0-143 to K0-148 killed after the question, after the answer and after the delivery, the"
            + " child is answered once",
        ClarificationKills::killed_at_every_step);
    if (stories.database() == Database.SQLITE) {
      stories.tell(
          "K0-144 K0-145 whoever repeats an answer until it is acknowledged has it delivered once,"
              + " whatever kill -9 fell between",
          lives -> Seed.campaign(() -> killed_under_many_answers(lives)));
    }
  }

  private static void killed_at_every_step(Lives lives) throws Exception {
    Http http = lives.http();
    JsonNode asked = asked(http, "parent", "child");
    String childRun = text(asked, "requester_run_id");

    Http second = lives.killed();
    assertThat(question(second, "parent")).isEqualTo(asked);
    assertThat(text(second.run(childRun), "status")).isEqualTo("waiting_for_user_question");
    JsonNode early = asked(second, "early-parent", "early-child");
    second.post(path(early), answer(early)).expect(202);
    second.awaitRun(text(early, "requester_run_id"), "completed");
    check(second, "early-child", early);
    List<String> before = everything(second, "early", early);

    Http last =
        lives.killed(
            Moment.any().theMomentAfter(() -> second.post(path(asked), answer(asked)).expect(202)));

    last.awaitRun(childRun, "completed");
    check(last, "child", asked);
    assertThat(everything(last, "early", early)).isEqualTo(before);
    last.post(path(early), answer(early)).expect(202);
    Http.Answer other =
        last.post(path(early), Http.answer(early.at("/request/id").asString(), "the blue one"));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("question_resolution_conflict");
    // It is kept with the question, in its parent's history, and the child heard nothing of it.
    List<String> after = everything(last, "early", early);
    assertThat(List.of(after.getFirst(), after.get(2)))
        .isEqualTo(List.of(before.getFirst(), before.get(2)));
  }

  /** A child that waits for what its parent's person says. */
  private static JsonNode asked(Http http, String parent, String child) {
    http.session(parent);
    http.submit(parent, Script.spawn(child, Script.clarify("Which?"), Script.sayLastResult()));
    JsonNode asked = question(http, parent);
    http.awaitRun(text(asked, "requester_run_id"), "waiting_for_user_question");
    return asked;
  }

  private static String path(JsonNode asked) {
    return "/v1/runs/" + text(asked, "run_id") + "/questions";
  }

  private static String answer(JsonNode asked) {
    return Http.answer(asked.at("/request/id").asString(), "the red one");
  }

  /** At each kill some families are half-way through. */
  private static void killed_under_many_answers(Lives lives) throws Exception {
    int born = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int kill = 0; kill < KILLS; kill++) {
        int first = born;
        born += FAMILIES_A_KILL;
        List<Future<?>> living = new ArrayList<>();
        AtomicInteger answers = new AtomicInteger();
        int enough = CHANCE.nextInt(1, FAMILIES_A_KILL * CALLS);
        lives.killed(
            Moment.any()
                .once(
                    () -> {
                      for (int i = first; i < first + FAMILIES_A_KILL; i++) {
                        int number = i;
                        living.add(threads.submit(() -> live(lives.daemon(), number, answers)));
                      }
                      await()
                          .atMost(Lives.PATIENCE)
                          .pollInterval(Duration.ofMillis(1))
                          .until(() -> answers.get() >= enough || anyFailed(living));
                    }));
        for (Future<?> one : living) {
          one.get();
        }
      }
    }
    Http http = lives.http();
    for (int i = 0; i < born; i++) {
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

  private static boolean anyFailed(List<Future<?>> all) {
    return all.stream().anyMatch(one -> one.state() == Future.State.FAILED);
  }

  /** No idempotency key at the answer: repeating it is safe by itself. */
  private static void live(MortalDaemon daemon, int i, AtomicInteger answers) {
    String parent = "parent-" + i;
    String work =
        Http.work(Script.spawn("child-" + i, Script.clarify("Which?"), Script.sayLastResult()));
    daemon.persist(
        http -> {
          http.session(parent);
          return parent;
        });
    answers.incrementAndGet();
    daemon.persist(
        http -> http.postWithKey("/v1/sessions/" + parent + "/runs", work, parent).expect(202));
    answers.incrementAndGet();
    JsonNode asked = daemon.persist(http -> question(http, parent));
    answers.incrementAndGet();
    daemon.persist(
        http ->
            http.post(
                    "/v1/runs/" + text(asked, "run_id") + "/questions",
                    Http.answer(asked.at("/request/id").asString(), "answer " + i))
                .expect(202));
    answers.incrementAndGet();
    daemon.persist(http -> http.awaitRun(text(asked, "requester_run_id"), "completed"));
    answers.incrementAndGet();
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

  private static List<String> everything(Http http, String family, JsonNode asked) {
    return List.of(
            "/v1/mailboxes/" + family + "-child",
            "/v1/sessions/" + family + "-parent/events",
            "/v1/sessions/" + family + "-child/events",
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
