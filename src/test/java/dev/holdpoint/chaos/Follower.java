package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Sse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Reads the stream of all events from one life of the daemon to the next, each time after the last
 * event that it was shown. One that wanders goes away now and then, sometimes for long.
 */
final class Follower implements AutoCloseable {
  private static final long BETWEEN_TRIES = 50_000_000;
  private static final int STAYS_FOR = 400;
  private static final int AWAY_MS = 400;
  private static final int LONG_AWAY_MS = 12_000;

  private final String name;
  private final Subject subject;
  private final Seen seen;
  private final RandomGenerator random;
  private final boolean wanders;
  private final Thread thread;
  private volatile boolean open = true;
  private volatile long last;

  Follower(String name, Subject subject, Seen seen, RandomGenerator random, boolean wanders) {
    this.name = name;
    this.subject = subject;
    this.seen = seen;
    this.random = random;
    this.wanders = wanders;
    thread = Thread.ofVirtual().start(this::follow);
  }

  /** The last event that it was shown. */
  long last() {
    return last;
  }

  private void follow() {
    while (open) {
      Seen.Connection connection = Seen.Connection.open(name, last);
      try (Sse stream =
          subject.http().stream(
              "/v1/events/stream",
              request -> request.header("Last-Event-ID", Long.toString(last)))) {
        int stay = wanders ? random.nextInt(1, STAYS_FOR) : Integer.MAX_VALUE;
        for (int i = 0; open && i < stay; i++) {
          note(connection, stream.next());
        }
        if (wanders && open) {
          boolean briefly = random.nextInt(3) != 0;
          rest(random.nextInt(briefly ? AWAY_MS : LONG_AWAY_MS));
        }
      } catch (UncheckedIOException | AssertionError | IllegalStateException e) {
        // The daemon was killed, or refuses for now: it is asked again after a while.
        LockSupport.parkNanos(BETWEEN_TRIES);
      }
      if (!connection.ids().isEmpty() || !connection.gaps().isEmpty()) {
        seen.ended(connection);
      }
    }
  }

  private static void rest(int ms) {
    LockSupport.parkNanos(Duration.ofMillis(ms).toNanos());
  }

  private void note(Seen.Connection connection, Sse.Frame frame) {
    if (frame.id() == null) {
      return;
    }
    if (frame.type().equals("stream_gap")) {
      connection.gaps().add(new Seen.Gap(last, frame.number()));
    } else {
      connection.ids().add(frame.number());
      seen.note(name, frame.number(), frame.text());
    }
    last = frame.number();
  }

  void stop() {
    open = false;
    thread.interrupt();
  }

  /** Stops; all that it was shown is noted. */
  @Override
  public void close() {
    stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
