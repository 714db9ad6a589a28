package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.cluster.History.Event;
import java.io.IOException;
import java.util.List;

/** Everything that can be checked about a cluster once it is quiet and all its nodes are there. */
final class Verdict {
  private Verdict() {}

  /** No client was told what is not so, and all nodes tell the same. */
  static void check(ClusterOfNodes cluster, History history) throws IOException {
    long last = Math.max(lastOfAll(cluster), lastSeen(history));
    List<Event> told = Follower.readAll(cluster.member(1), history.beginning(), last);
    for (Member other : cluster.members()) {
      assertThat(Follower.readAll(other, history.beginning(), last))
          .as("as %s tells it", other)
          .isEqualTo(told);
    }
    assertThat(history.submissions()).isNotEmpty();
    List<String> effects = cluster.effectLines();
    assertThat(
            Checker.faults(
                history,
                new Journal(told),
                effects.subList(history.effectsBefore(), effects.size())))
        .isEmpty();
    assertThat(cluster.guard().faults()).isEmpty();
  }

  private static long lastSeen(History history) {
    return history.streams().stream()
        .flatMap(stream -> stream.events().stream())
        .mapToLong(Event::id)
        .max()
        .orElse(0);
  }

  /** Of an event after all that has happened so far. */
  private static long lastOfAll(ClusterOfNodes cluster) {
    Session session = new Session(cluster, "verdict-" + System.nanoTime());
    Http http = cluster.member(1).http();
    String run = http.submit(session.id(), Script.say("the end"));
    http.awaitRun(run, "completed");
    return http.events(run).stream()
        .mapToLong(event -> Long.parseLong(event.path("event_id").asString()))
        .max()
        .orElseThrow();
  }
}
