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
import java.util.Objects;
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
                    for (int run = own; run < RACES / GATES_A_RUN; run += LANES) {
                      race(cluster, run, threads);
                    }
                    return own;
                  }));
        }
        for (Future<?> lane : lanes) {
          lane.get();
        }
      }
      assertOneWinnerEach();
      for (Submission submission : history.submissions()) {
        cluster.member(1).http().awaitRun(Objects.requireNonNull(submission.run()), "completed");
      }
      Verdict.check(cluster, history);
    }
  }

  /** All gates of a run are raced for at once: whoever is slower at one holds up no other. */
  private void race(ClusterOfNodes cluster, int number, ExecutorService threads) throws Exception {
    Http http = cluster.member(1 + number % 3).http().within(PATIENCE);
    String gates =
        IntStream.range(0, GATES_A_RUN)
            .mapToObj(gate -> Script.approval("mark-%d-%d".formatted(number, gate)))
            .collect(Collectors.joining(","));
    String work = Http.work("{\"tools\":[" + gates + "]}", Script.say("done"));
    String session = "race-" + number;
    http.session(session);
    // Answers when the run waits: to ask again and again would cost more than the races.
    JsonNode parked =
        http.post("/v1/sessions/" + session + "/input", work).expect(200).json().path("snapshot");
    String run = parked.path("active_run_id").asString();
    history.submitted(new Submission("mark-%d-0".formatted(number), false, run));
    assertThat(parked.path("pending_approvals")).hasSize(GATES_A_RUN);
    List<Future<?>> rivals = new ArrayList<>();
    for (int gate = 0; gate < GATES_A_RUN; gate++) {
      String id = parked.path("pending_approvals").path(gate).path("id").asString();
      String mark = "mark-%d-%d".formatted(number, gate);
      Member one = cluster.member(1 + (number + gate) % 3);
      Member other = cluster.member(1 + (number + gate + 1) % 3);
      rivals.add(threads.submit(() -> decide(run, id, one, "allow", mark + "a")));
      rivals.add(threads.submit(() -> decide(run, id, other, "deny", mark + "d")));
    }
    for (Future<?> rival : rivals) {
      rival.get();
    }
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
