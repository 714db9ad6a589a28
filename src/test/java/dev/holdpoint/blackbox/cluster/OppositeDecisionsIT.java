package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.History.Told;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** At each gate two people come to opposite decisions at the same moment, at two nodes. */
final class OppositeDecisionsIT {
  private static final int RACES = 10_000;
  private static final int GATES_A_RUN = 5;

  /** Runs that are worked on at once. */
  private static final int LANES = 12;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final History history = new History();

  @Test
  @DisplayName("10 000 races at three nodes: each has one winner, and the other is told who it is")
  void ten_thousand_races(@TempDir Path folder) throws Exception {
    try (ClusterOfNodes cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(10))) {
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<?>> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
          int own = lane;
          lanes.add(
              threads.submit(
                  () -> {
                    Session session = new Session(cluster, "lane-" + own);
                    for (int run = own; run < RACES / GATES_A_RUN; run += LANES) {
                      race(cluster, session, run, threads);
                    }
                    return own;
                  }));
        }
        for (Future<?> lane : lanes) {
          lane.get();
        }
      }
      assertOneWinnerEach();
      Verdict.check(cluster, history);
    }
  }

  private void race(ClusterOfNodes cluster, Session session, int number, ExecutorService threads)
      throws Exception {
    Http http = cluster.member(1 + number % 3).http().within(PATIENCE);
    String gates =
        IntStream.range(0, GATES_A_RUN)
            .mapToObj(gate -> Script.approval("mark-%d-%d".formatted(number, gate)))
            .collect(Collectors.joining(","));
    String run = http.submit(session.id(), "{\"tools\":[" + gates + "]}", Script.say("done"));
    history.submitted(new Submission("mark-%d-0".formatted(number), false, run));
    JsonNode view =
        http.await(
            "/v1/runs/" + run, now -> now.path("pending_approval_ids").size() == GATES_A_RUN);
    for (int gate = 0; gate < GATES_A_RUN; gate++) {
      String id = view.path("pending_approval_ids").path(gate).asString();
      String mark = "mark-%d-%d".formatted(number, gate);
      Member one = cluster.member(1 + (number + gate) % 3);
      Member other = cluster.member(1 + (number + gate + 1) % 3);
      Future<?> rival = threads.submit(() -> decide(run, id, other, "deny", mark + "d"));
      decide(run, id, one, "allow", mark + "a");
      rival.get();
    }
    http.awaitRun(run, "completed");
  }

  private void decide(String run, String gate, Member node, String behavior, String mark) {
    String body =
        """
        {"resolutions":[{"request_id":"%s","behavior":"%s","justification":"%s"}]}"""
            .formatted(gate, behavior, mark);
    Http.Answer answer = node.http().within(PATIENCE).post("/v1/runs/" + run + "/approvals", body);
    history.decided(Errand.told(answer, node, gate, behavior, mark));
  }

  private void assertOneWinnerEach() {
    Map<String, List<Told>> byGate =
        history.decisions().stream()
            .collect(
                Collectors.groupingBy(
                    Decision::gate, Collectors.mapping(Decision::told, Collectors.toList())));
    assertThat(byGate).hasSize(RACES);
    assertThat(byGate.values())
        .allSatisfy(told -> assertThat(told).containsExactlyInAnyOrder(Told.WON, Told.LOST));
    assertThat(history.decisions().stream().filter(d -> d.told() == Told.WON))
        .as("both sides win at times, or they did not race")
        .extracting(Decision::behavior)
        .contains("allow", "deny");
  }
}
