package dev.holdpoint.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;

/** All stories that need nothing but a daemon. */
final class Kills {
  private static final int MANY_TIMES = 10;

  private Kills() {}

  static Stories on(Stories stories) throws IOException {
    RunKills.on(stories);
    ClarificationKills.on(stories);
    AmbientKills.on(stories);
    SignedKills.on(stories);
    MaterialKills.on(stories);
    DeliveryKills.on(stories);
    HookKills.on(stories);
    McpKills.on(stories);
    ModelKills.on(stories);
    PlanKills.on(stories);
    DecidingKills.on(stories);
    WorldKills.on(stories);
    return stories;
  }

  /** Makes stories for a daemon whose files are in the folder. */
  interface Teller {
    Stories in(Path folder) throws IOException;
  }

  /** The same stories many times, each time at other moments. */
  static Stream<DynamicNode> overAndOver(Path folder, Teller teller) {
    return IntStream.rangeClosed(1, MANY_TIMES)
        .mapToObj(
            time -> {
              try {
                Path own = folder.resolve("time-" + time);
                return DynamicContainer.dynamicContainer("time " + time, teller.in(own).tests());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }
}
