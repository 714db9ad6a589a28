package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.History.Told;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Something that a client sets out to do, from its beginning to its end. */
abstract class Errand {
  static final JsonMapper JSON = new JsonMapper();
  static final Set<String> TERMINAL = Set.of("completed", "failed", "interrupted", "cancelled");

  private static final long BETWEEN_LOOKS = 10_000_000;
  private static final long MOST_BETWEEN_LOOKS = 160_000_000;

  final Scene scene;
  final RandomGenerator random;
  final String mark;

  /** What the one person of this errand decided first. */
  private @Nullable String meant;

  Errand(Scene scene, RandomGenerator random, String mark) {
    this.scene = scene;
    this.random = random;
    this.mark = mark;
  }

  /** As the report calls it. */
  abstract String kind();

  abstract void carryOut();

  final Caller caller() {
    return scene.caller();
  }

  final Http.Answer post(String path, String body, String key, int wanted) {
    Http.Answer answer = caller().post(mark, path, body, key);
    return expect(answer, wanted, path);
  }

  final Http.Answer expect(Http.Answer answer, int wanted, String path) {
    if (answer.status() != wanted) {
      throw new AssertionError(
          "%s: %s answered %d instead of %d: %s"
              .formatted(mark, path, answer.status(), wanted, answer.text()));
    }
    return answer;
  }

  final JsonNode get(String path) {
    return expect(caller().get(path), 200, path).json();
  }

  /** A session of its own. */
  final String session(String id) {
    String body = JSON.createObjectNode().put("session_id", id).toString();
    post("/v1/sessions", body, "session " + id, 201);
    return id;
  }

  /** Submits a script and notes the run. */
  final String submit(String session, boolean effect, String... lines) {
    String path = "/v1/sessions/" + session + "/runs";
    String run = text(post(path, Http.work(lines), mark, 202).json(), "run_id");
    scene.acknowledged().submitted(new Submission(mark, effect, run));
    return run;
  }

  /** Looks at something until it is as wanted. */
  final JsonNode await(String path, Predicate<JsonNode> wanted) {
    long end = System.nanoTime() + Caller.PATIENCE.toNanos();
    long pause = BETWEEN_LOOKS;
    while (true) {
      JsonNode view = get(path);
      if (wanted.test(view)) {
        return view;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "%s: %s did not become as wanted; it is %s".formatted(mark, path, view));
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MOST_BETWEEN_LOOKS);
    }
  }

  /** Waits until the run has ended, or waits for a person. */
  final JsonNode awaitRest(String run) {
    return await("/v1/runs/" + run, view -> isOver(view) || status(view).startsWith("waiting_for"));
  }

  final JsonNode awaitEnd(String run) {
    return await("/v1/runs/" + run, Errand::isOver);
  }

  static boolean isOver(JsonNode run) {
    return TERMINAL.contains(status(run));
  }

  static String status(JsonNode view) {
    return view.path("status").asString("");
  }

  static String text(JsonNode view, String member) {
    return view.path(member).asString("");
  }

  /** One person decides, or two at once, one of them for and one against. */
  final void decide(String run, String gate) {
    boolean persistent = random.nextInt(8) != 0;
    boolean looks = random.nextBoolean();
    String drawn = random.nextInt(4) == 0 ? "deny" : "allow";
    boolean alone = random.nextInt(3) != 0;
    // Who heard nothing and asks again means the same: the journal knows them by one mark.
    String behavior = meant == null ? (alone ? drawn : "allow") : meant;
    meant = behavior;
    if (alone || behavior.equals("deny")) {
      resolve(run, gate, behavior, mark + "a", persistent, looks);
      return;
    }
    CompletableFuture<Void> rival =
        CompletableFuture.runAsync(
            () -> resolve(run, gate, "deny", mark + "b", persistent, looks),
            task -> Thread.ofVirtual().start(task));
    try {
      resolve(run, gate, "allow", mark + "a", persistent, looks);
    } finally {
      // What went wrong for the other one counts as well.
      rival.join();
    }
  }

  private void resolve(
      String run, String gate, String behavior, String own, boolean persistent, boolean looks) {
    String path = "/v1/runs/" + run + "/approvals";
    String body =
        """
        {"resolutions":[{"request_id":"%s","behavior":"%s","justification":"%s"}]}"""
            .formatted(gate, behavior, own);
    Http.Answer answer = caller().postOnce(own, path, body, own);
    if (answer == null && persistent) {
      answer = caller().post(own, path, body, own);
    }
    Decision told = told(answer, gate, behavior, own);
    scene.acknowledged().decided(told);
    if (told.told() == Told.WON && looks) {
      String wanted = "resolved " + behavior;
      JsonNode row = get("/v1/approvals/" + gate);
      String got = status(row) + " " + row.at("/resolution/behavior").asString("");
      scene.acknowledged().read(new Acknowledged.Read(own, gate, wanted, got));
    }
  }

  private static Decision told(
      Http.@Nullable Answer answer, String gate, String behavior, String own) {
    if (answer == null) {
      return new Decision(own, "the daemon", gate, behavior, Told.UNKNOWN);
    }
    if (answer.status() / 100 == 2) {
      return new Decision(own, "the daemon", gate, behavior, Told.WON);
    }
    String won = answer.json().path("resolution").path("behavior").asString("");
    if (won.isEmpty()) {
      throw new AssertionError(
          "%s on %s: %d %s".formatted(own, gate, answer.status(), answer.text()));
    }
    return new Decision(own, "the daemon", gate, won, Told.LOST);
  }
}
