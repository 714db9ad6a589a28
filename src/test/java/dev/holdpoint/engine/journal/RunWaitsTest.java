package dev.holdpoint.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Bench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunWaitsTest {
  private static final long LONG_MS = Duration.ofMinutes(10).toMillis();

  @TempDir Path folder = Path.of("");

  @Test
  void whoever_waits_goes_home_when_the_daemon_leaves_and_nobody_waits_afterwards()
      throws Exception {
    try (Bench bench = new Bench(folder)) {
      bench.session("s");
      Run run = bench.submit("s");
      RunWaits waits = new RunWaits(new Feed(bench.engine, 1_000));
      CountDownLatch looked = new CountDownLatch(1);
      FutureTask<Optional<String>> waiting =
          new FutureTask<>(
              () ->
                  waits.until(
                      run.key(),
                      LONG_MS,
                      () -> {
                        looked.countDown();
                        return Optional.empty();
                      }));
      Thread.ofVirtual().start(waiting);
      looked.await();

      waits.close();

      assertThat(waiting.get(20, TimeUnit.SECONDS)).isEmpty();
      assertThat(waits.until(run.key(), LONG_MS, Optional::<String>empty)).isEmpty();
    }
  }
}
