package dev.holdpoint.blackbox.cluster;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.History.Told;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One run from its submission to its end. Every request goes to some node; one without an answer is
 * mostly sent again, with its key, to another, and sometimes left as it is. Often two people decide
 * at two nodes at once, one of them for and one against.
 */
final class Errand {
  private static final Set<String> TERMINAL =
      Set.of("completed", "failed", "interrupted", "cancelled");

  /** Long enough that looking does not take the processor from what is looked at. */
  private static final long BETWEEN_LOOKS = 20_000_000;

  private static final long MOST_BETWEEN_LOOKS = 160_000_000;

  private static final String WAITING = "waiting_for_approval";

  private final ClusterOfNodes cluster;
  private final History history;
  private final Random random;
  private final String mark;
  private final boolean effect;
  private final long deadline = System.nanoTime() + ClusterOfNodes.PATIENCE.toNanos();

  Errand(ClusterOfNodes cluster, History history, Random random, String mark) {
    this.cluster = cluster;
    this.history = history;
    this.random = random;
    this.mark = mark;
    effect = random.nextInt(4) == 0;
  }

  void carryOut(Session session) {
    String run = submit(session);
    history.submitted(new Submission(mark, effect, run));
    if (run == null) {
      session.leave();
      return;
    }
    int attempt = 0;
    long pause = BETWEEN_LOOKS;
    while (true) {
      JsonNode view = look(run);
      String status = view.path("status").asString();
      if (TERMINAL.contains(status)) {
        return;
      }
      if (status.equals(WAITING)) {
        decide(run, view.path("pending_approval_ids").path(0).asString(), attempt);
        attempt += 2;
        pause = BETWEEN_LOOKS;
      } else {
        LockSupport.parkNanos(pause);
        pause = Math.min(2 * pause, MOST_BETWEEN_LOOKS);
      }
    }
  }

  private @Nullable String submit(Session session) {
    String work =
        Http.work(
            effect
                ? Script.bash("echo " + mark + " >> " + cluster.effects())
                : Script.approval(mark),
            Script.say("done"));
    String path = "/v1/sessions/" + session.id() + "/runs";
    boolean persistent = random.nextInt(8) != 0;
    Http.Answer answer = ask(http -> http.postWithKey(path, work, mark), persistent);
    return answer == null ? null : answer.expect(202).json().path("run_id").asString();
  }

  private JsonNode look(String run) {
    Http.Answer answer = ask(http -> http.get("/v1/runs/" + run), true);
    if (answer == null) {
      throw new AssertionError("nobody says how " + run + " is");
    }
    return answer.expect(200).json();
  }

  private void decide(String run, String gate, int attempt) {
    Member one = cluster.any(random);
    if (random.nextBoolean()) {
      boolean persistent = random.nextInt(4) != 0;
      resolve(run, gate, one, "allow", letter(attempt), persistent);
      return;
    }
    List<Member> others = cluster.members().stream().filter(m -> m != one).toList();
    Member other = others.get(random.nextInt(others.size()));
    boolean persistent = random.nextInt(4) != 0;
    Thread rival =
        Thread.ofVirtual()
            .start(() -> resolve(run, gate, other, "deny", letter(attempt + 1), persistent));
    try {
      resolve(run, gate, one, "allow", letter(attempt), persistent);
    } finally {
      try {
        rival.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Each attempt to decide has a mark of its own. */
  private String letter(int attempt) {
    return mark + (char) ('a' + attempt);
  }

  private void resolve(
      String run, String gate, Member first, String behavior, String own, boolean persistent) {
    String body =
        """
        {"resolutions":[{"request_id":"%s","behavior":"%s","justification":"%s"}]}"""
            .formatted(gate, behavior, own);
    Function<Http, Http.Answer> call =
        http -> http.postWithKey("/v1/runs/" + run + "/approvals", body, own);
    Http.Answer answer = tried(call, first);
    if (answer == null && persistent) {
      answer = ask(call, true);
    }
    history.decided(told(answer, first, gate, behavior, own));
  }

  static Decision told(
      Http.@Nullable Answer answer, Member node, String gate, String behavior, String own) {
    if (answer == null) {
      return new Decision(own, node.name, gate, behavior, Told.UNKNOWN);
    }
    if (answer.status() == 202) {
      return new Decision(own, node.name, gate, behavior, Told.WON);
    }
    String won = answer.json().path("resolution").path("behavior").asString("");
    if (won.isEmpty()) {
      throw new AssertionError(own + " at " + node + ": " + answer.status() + " " + answer.text());
    }
    return new Decision(own, node.name, gate, won, Told.LOST);
  }

  /** At any node; at one after the other until one answers, if that is wanted. */
  private Http.@Nullable Answer ask(Function<Http, Http.Answer> call, boolean persistent) {
    long pause = BETWEEN_LOOKS;
    while (true) {
      Http.Answer answer = tried(call, cluster.any(random));
      if (answer != null || !persistent) {
        return answer;
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError(mark + ": no node has answered");
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MOST_BETWEEN_LOOKS);
    }
  }

  /** Null when there is no answer, or one that promises nothing. */
  static Http.@Nullable Answer tried(Function<Http, Http.Answer> call, Member member) {
    try {
      Http.Answer answer = call.apply(member.http());
      return answer.status() >= 500 || answer.status() == 429 ? null : answer;
    } catch (UncheckedIOException e) {
      return null;
    }
  }
}
