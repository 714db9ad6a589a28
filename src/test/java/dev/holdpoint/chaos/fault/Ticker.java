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
import org.jspecify.annotations.Nullable;

/** Commits without end while a fault strikes, and remembers which were acknowledged. */
final class Ticker {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final DaemonProcess daemon;
  private final AtomicBoolean over;
  private final Thread thread;
  private final List<String> acknowledged = new ArrayList<>();
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
        Http.Answer answer =
            daemon.http().post("/v1/sessions", "{\"session_id\":\"" + name + "\"}");
        if (answer.status() == 201) {
          acknowledged.add(name);
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
    assertThat(fault).isNull();
    Http http = daemon.http();
    for (String name : acknowledged) {
      assertThat(http.get("/v1/sessions/" + name).status()).as(name).isEqualTo(200);
    }
  }
}
