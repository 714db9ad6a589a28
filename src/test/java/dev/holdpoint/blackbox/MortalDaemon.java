package dev.holdpoint.blackbox;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A daemon that is killed now and then, and callers who do not take that for an answer. */
final class MortalDaemon implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final DaemonProcess process;
  private final AtomicLong acknowledged = new AtomicLong();
  private volatile Life life;
  private volatile boolean abandoned;

  /** From one kill to the next; ready once the daemon is. */
  private record Life(int number, CompletableFuture<DaemonProcess> ready) {}

  MortalDaemon(Path folder, String... arguments) throws IOException {
    process = DaemonProcess.start(folder, arguments);
    life = new Life(1, CompletableFuture.completedFuture(process));
  }

  /** How many calls were answered so far. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Kills the daemon and starts it again. */
  void die(Runnable whileDown) throws IOException {
    CompletableFuture<DaemonProcess> next = new CompletableFuture<>();
    life = new Life(life.number + 1, next);
    process.kill9();
    try {
      whileDown.run();
      process.restart();
      next.complete(process);
    } catch (IOException | RuntimeException e) {
      next.completeExceptionally(e);
      throw e;
    }
  }

  /** Calls, and calls the next incarnation if this one dies before it has answered. */
  <T> T persist(Function<Http, T> call) {
    while (!abandoned) {
      Life now = life;
      try {
        T answer = call.apply(now.ready.join().http());
        acknowledged.incrementAndGet();
        return answer;
      } catch (IOException | UncheckedIOException e) {
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> abandoned || life.number > now.number);
      }
    }
    throw new IllegalStateException("abandoned, as another caller found a fault");
  }

  /** Lets every caller go: one has found a fault, and others may wait for what will not come. */
  void abandon() {
    abandoned = true;
  }

  /** Follows a stream through all lives of the daemon. */
  DaemonProcess alive() {
    return life.ready.join();
  }

  DaemonProcess process() {
    return process;
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
