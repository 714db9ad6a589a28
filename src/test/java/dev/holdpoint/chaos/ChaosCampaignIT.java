package dev.holdpoint.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As long as it is asked to: {@code ./test --chaos MINUTES --seed N}. */
@Tag("long")
final class ChaosCampaignIT {
  private static final long FIVE = 5;

  @TempDir private Path folder;

  @Test
  void as_long_as_asked() throws Exception {
    Duration time = Duration.ofMinutes(Long.getLong("chaos.minutes", FIVE));
    long seed = Long.getLong("chaos.seed", ChaosIT.freshSeed());
    boolean postgres = Boolean.getBoolean("chaos.postgres");
    Chaos chaos = new Chaos(folder, seed, time, postgres, Faults.all(postgres), null);
    ChaosIT.judge(chaos, new ArrayList<>());
  }
}
