package dev.holdpoint.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.core.run.OwedCancel;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.OwedCancels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is owed to servers is tried ever more rarely, and not for ever. */
class TaskCancelsTest {
  private static final long LONG = 10 * 24 * 3_600_000L;

  @TempDir Path folder = Path.of("");

  private static List<OwedCancel> owed(Bench bench) {
    return bench.store.read(queries -> queries.due(OwedCancel.KIND, Bench.START + LONG, 10));
  }

  // AG-70
  @Test
  @DisplayName("AG-70 an attempt that fails in any way counts, and none is owed beyond its time")
  void an_attempt_that_fails_in_any_way_counts() {
    try (Bench bench = new Bench(folder)) {
      TaskCancels cancels =
          new TaskCancels(
              bench.commits,
              (server, task) -> {
                throw new IllegalStateException("of no kind that is expected");
              });
      cancels.owe(RemoteCall.at("web").task("t1", 10_000, 1_000));
      assertThat(cancels.ring()).isEqualTo(1);
      await().atMost(Duration.ofSeconds(60)).until(() -> owed(bench).getFirst().attempts() == 1);
      assertThat(owed(bench).getFirst().nextAtMs()).isLessThanOrEqualTo(Bench.START + 1_000);

      // A node that dies at each attempt settles none.
      bench.pass(1_000);
      assertThat(OwedCancels.take(bench.commits)).hasSize(1);
      assertThat(OwedCancels.take(bench.commits)).isEmpty();
      bench.pass(LONG);
      List<OwedCancel> last = OwedCancels.take(bench.commits);
      assertThat(last).hasSize(1);
      assertThat(owed(bench)).isEmpty();
      OwedCancels.settle(bench.commits, last.getFirst(), false);
      bench.pass(LONG);
      assertThat(OwedCancels.take(bench.commits)).isEmpty();
    }
  }
}
