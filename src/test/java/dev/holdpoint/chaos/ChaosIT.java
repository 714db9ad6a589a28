package dev.holdpoint.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two minutes of it: one as always, and one as never before. */
final class ChaosIT {
  private static final long FIXED = 26;
  private static final Duration A_MINUTE = Duration.ofSeconds(60);
  private static final List<Report> REPORTS = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void a_minute_with_a_fixed_seed() throws Exception {
    run(FIXED);
  }

  @Test
  void a_minute_with_a_fresh_seed() throws Exception {
    run(freshSeed());
  }

  /** One that is short enough to be typed. */
  static long freshSeed() {
    return Math.floorMod(System.nanoTime(), 1_000_000L);
  }

  private void run(long seed) throws Exception {
    judge(new Chaos(folder, seed, A_MINUTE, false, Faults.all(false), null), REPORTS);
  }

  /** Runs it, writes the report, and fails with the command that repeats it. */
  static void judge(Chaos chaos, List<Report> reports) throws Exception {
    Report report = chaos.report();
    reports.add(report);
    System.out.println("seed " + chaos.seed());
    try {
      chaos.run();
    } catch (Exception | AssertionError fault) {
      throw new AssertionError("%s repeats it: %s".formatted(report.repeat(), fault), fault);
    } finally {
      Report.write(reports);
      System.out.println(report.text());
    }
    assertThat(report.violations()).as("%s repeats it", report.repeat()).isEmpty();
    assertThat(report.operations()).isPositive();
    assertThat(report.strikes()).isPositive();
  }
}
