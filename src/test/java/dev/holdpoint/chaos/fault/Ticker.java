package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Commits without end while a fault strikes, and remembers which were acknowledged. */
final class Ticker {
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** One commit that was acknowledged, by the clock of {@link System#nanoTime}. */
  record Tick(String name, long sentAt, long answeredAt) {}

  private final DaemonProcess daemon;
  private final AtomicBoolean over;
  private final Thread thread;
  private final List<Tick> acknowledged = new ArrayList<>();
  private volatile @Nullable String fault;

  Ticker(DaemonProcess daemon, AtomicBoolean over) {
    this.daemon = daemon;
    this.over = over;
    thread = Thread.ofPlatform().start(this::tick);
  }

  private void tick() {
    while (!over.get() && fault == null) {
      String name = "tick-" + COUNT.incrementAndGet();
      try {
        long sentAt = System.nanoTime();
        Http.Answer answer =
            daemon.http().post("/v1/sessions", "{\"session_id\":\"" + name + "\"}");
        if (answer.status() == 201) {
          acknowledged.add(new Tick(name, sentAt, System.nanoTime()));
        } else if ((answer.status() != 503 && answer.status() != 507) || answer.code().isEmpty()) {
          fault = answer.status() + " " + answer.text();
        }
      } catch (IOException | UncheckedIOException e) {
        // Dead for now.
        LockSupport.parkNanos(20_000_000);
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  void await() throws InterruptedException {
    thread.join();
  }

  /** To be called when the daemon is well. */
  void check() throws IOException {
    check(_ -> false);
  }

  /** The same, but for those of which the fault leaves open whether they were acknowledged. */
  void check(Predicate<Tick> inDoubt) throws IOException {
    assertThat(fault).isNull();
    Http http = daemon.http();
    for (Tick tick : acknowledged) {
      if (!inDoubt.test(tick)) {
        assertThat(http.get("/v1/sessions/" + tick.name).status()).as(tick.name).isEqualTo(200);
      }
    }
  }
}
