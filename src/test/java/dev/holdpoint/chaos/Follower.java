package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Sse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stream of all events from one life of the daemon to the next, each time after the last
 * event that it was shown. One that wanders goes away now and then, also for so long that it misses
 * something and has to be told.
 */
final class Follower implements AutoCloseable {
  private static final long BETWEEN_TRIES = 50_000_000;
  private static final int STAYS_FOR = 200;
  private static final Duration LONGEST_AWAY = Duration.ofSeconds(20);

  private final String name;
  private final Subject subject;
  private final Seen seen;
  private final @Nullable Wander wander;
  private final Thread thread;
  private volatile boolean open = true;
  private volatile long last;
  private volatile boolean missed;

  /**
   * How one wanders.
   *
   * @param most goes away until another is at most this number of events ahead
   */
  private record Wander(RandomGenerator random, Follower other, int most) {}

  private Follower(String name, Subject subject, Seen seen, @Nullable Wander wander) {
    this.name = name;
    this.subject = subject;
    this.seen = seen;
    this.wander = wander;
    thread = Thread.ofVirtual().start(this::follow);
  }

  static Follower steady(String name, Subject subject, Seen seen) {
    return new Follower(name, subject, seen, null);
  }

  /** One that goes away until this one is ahead of it, by at most this number of events. */
  Follower wanderer(String other, RandomGenerator random, int most) {
    return new Follower(other, subject, seen, new Wander(random, this, most));
  }

  /** Whether it was told of a gap, and so has not seen all. */
  boolean hasMissed() {
    return missed;
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
        int stay = wander == null ? Integer.MAX_VALUE : wander.random.nextInt(1, STAYS_FOR);
        for (int i = 0; open && i < stay; i++) {
          note(connection, stream.next());
        }
      } catch (UncheckedIOException | AssertionError | IllegalStateException e) {
        // The daemon was killed, or refuses for now: it is asked again after a while.
        LockSupport.parkNanos(BETWEEN_TRIES);
      }
      if (!connection.ids().isEmpty() || !connection.gaps().isEmpty()) {
        seen.ended(connection);
      }
      if (wander != null) {
        stayAway(wander);
      }
    }
  }

  private void stayAway(Wander how) {
    long until = last + how.random.nextInt(how.most);
    long end = System.nanoTime() + LONGEST_AWAY.toNanos();
    while (open && how.other.last < until && System.nanoTime() < end) {
      LockSupport.parkNanos(BETWEEN_TRIES);
    }
  }

  private void note(Seen.Connection connection, Sse.Frame frame) {
    if (frame.id() == null) {
      return;
    }
    if (frame.type().equals("stream_gap")) {
      missed = true;
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
