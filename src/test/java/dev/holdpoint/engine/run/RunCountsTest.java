package dev.holdpoint.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.store.MigratedLedger;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counting must not keep a large ledger busy. */
final class RunCountsTest {
  private static final long COUNTING_TAKES = 5;

  @TempDir Path folder = Path.of("");

  /** Each look at it is five later. */
  private final AtomicLong clock = new AtomicLong();

  private Map<RunStatus, Long> count(RunCounts census, Bench bench) {
    return bench.engine.read(census::runs);
  }

  @Test
  void few_are_counted_every_time() {
    try (Bench bench = new Bench(MigratedLedger.open(folder.resolve("ledger.db")))) {
      RunCounts census = new RunCounts(() -> clock.addAndGet(COUNTING_TAKES), 2);
      bench.submit(bench.session("a"));
      assertThat(count(census, bench)).containsEntry(RunStatus.RUNNING, 1L);
      bench.submit(bench.session("b"));
      assertThat(count(census, bench)).containsEntry(RunStatus.RUNNING, 2L);
    }
  }

  @Test
  void a_count_of_many_is_given_again_for_ten_times_as_long_as_it_took() {
    try (Bench bench = new Bench(MigratedLedger.open(folder.resolve("ledger.db")))) {
      RunCounts census = new RunCounts(() -> clock.addAndGet(COUNTING_TAKES), 1);
      bench.submit(bench.session("a"));
      assertThat(count(census, bench)).containsEntry(RunStatus.RUNNING, 1L);
      bench.submit(bench.session("b"));
      for (int looks = 1; looks < 10; looks++) {
        assertThat(count(census, bench)).containsEntry(RunStatus.RUNNING, 1L);
      }
      assertThat(count(census, bench)).containsEntry(RunStatus.RUNNING, 2L);
    }
  }
}
