package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Victim;
import dev.holdpoint.engine.heap.Heap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A life with the smallest heap that is supported, in which many large bodies come at once. It has
 * to refuse what does not fit, and not to end.
 */
public final class SmallHeap implements Fault {
  private static final int LARGEST = 14_000_000;
  private static final int MOST_BODIES = 24;
  private static final Duration START = Duration.ofSeconds(90);

  @Override
  public String name() {
    return "out of memory";
  }

  @Override
  public @Nullable String missing() {
    return null;
  }

  @Override
  public Outcome strike(Victim victim, RandomGenerator random) throws Exception {
    Daemons.Life life = Daemons.Life.of(victim.pid());
    victim.kill();
    Path log = Files.createTempFile("small-heap-", ".log");
    Process small = life.again("-Xmx" + Heap.SMALLEST_MB + "m", log);
    try {
      Daemons.until(START, () -> !small.isAlive() || Daemons.isReady(small.pid()));
      assertThat(small.isAlive()).as("it starts: %s", said(log)).isTrue();
      String token = Files.readString(victim.data().resolve("admin-token")).strip();
      Http http = new Http("http://127.0.0.1:" + Daemons.port(small.pid()).orElseThrow(), token);
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = random.nextInt(1, MOST_BODIES); i > 0; i--) {
          int size = random.nextInt(100_000, LARGEST);
          Future<Integer> _ = threads.submit(() -> post(http, size));
        }
      }
      assertThat(small.isAlive()).as("it goes on: %s", said(log)).isTrue();
    } finally {
      small.destroyForcibly();
      small.waitFor();
      Files.delete(log);
    }
    victim.start();
    return Outcome.SURVIVED;
  }

  /** Nobody wants it: there is no such session, which is known once the body is read. */
  private static int post(Http http, int size) {
    try {
      return http.post(
              "/v1/sessions/no-such-session/runs", "{\"content\":\"" + "x".repeat(size) + "\"}")
          .status();
    } catch (UncheckedIOException e) {
      // Those who go on sending what was refused may lose the answer with the connection.
      return 0;
    }
  }

  private static String said(Path log) throws IOException {
    return Files.readString(log);
  }
}
