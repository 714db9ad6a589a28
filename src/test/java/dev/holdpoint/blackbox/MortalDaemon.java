package dev.holdpoint.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A daemon that is killed now and then, and callers who do not take that for an answer. */
final class MortalDaemon implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final DaemonProcess process;
  private final AtomicLong acknowledged = new AtomicLong();
  private volatile Life life;
  private volatile boolean abandoned;

  /** From one kill to the next; ready once the daemon is, over when it is killed. */
  private record Life(CompletableFuture<DaemonProcess> ready, CompletableFuture<Void> over) {
    void awaitEnd() {
      try {
        over.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      } catch (ExecutionException | TimeoutException e) {
        throw new IllegalStateException("a daemon that was not killed does not answer", e);
      }
    }
  }

  MortalDaemon(Path folder, String... arguments) throws IOException {
    // What ends where nobody answers is what these stories are about; EffectKillIT has the others.
    process =
        DaemonProcess.start(folder, Map.of("HOLDPOINT_EFFECTS_ON_CRASH", "interrupt"), arguments);
    life = new Life(CompletableFuture.completedFuture(process), new CompletableFuture<>());
  }

  /** How many calls were answered so far. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Kills the daemon and starts it again. */
  void die(Runnable whileDown) throws IOException {
    CompletableFuture<DaemonProcess> next = new CompletableFuture<>();
    Life before = life;
    life = new Life(next, new CompletableFuture<>());
    before.over.complete(null);
    if (abandoned) {
      life.over.complete(null);
    }
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
        now.awaitEnd();
      }
    }
    throw new IllegalStateException("abandoned, as another caller found a fault");
  }

  /** Lets every caller go: one has found a fault, and others may wait for what will not come. */
  void abandon() {
    abandoned = true;
    life.over.complete(null);
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
