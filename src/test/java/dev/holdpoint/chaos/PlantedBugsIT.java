package dev.holdpoint.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A checker that finds nothing proves something only if it finds what is there. */
@Tag("long")
final class PlantedBugsIT {
  private static final Duration TWO_MINUTES = Duration.ofMinutes(2);
  private static final long SEED = 26;

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> each_is_found_within_two_minutes() throws IOException {
    List<Planted> all = Planted.all();
    assertThat(all).hasSizeGreaterThanOrEqualTo(10);
    return all.stream().map(bug -> DynamicTest.dynamicTest(bug.name(), () -> isFound(bug)));
  }

  private void isFound(Planted bug) throws Exception {
    Path place = folder.resolve(bug.name().replace(' ', '-'));
    Path program = bug.program(place);
    Chaos chaos =
        new Chaos(
            place,
            Long.getLong("chaos.seed", SEED),
            TWO_MINUTES,
            false,
            ProcessFaults.kills(),
            program);
    try {
      chaos.run();
    } finally {
      System.out.println(bug.name() + "\n" + chaos.report().text());
    }
    assertThat(chaos.report().violations()).anyMatch(one -> bug.finds().matcher(one).find());
  }
}
