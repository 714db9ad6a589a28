package dev.holdpoint.blackbox.cluster;

import dev.holdpoint.blackbox.cluster.History.Event;
import dev.holdpoint.blackbox.cluster.History.Stream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Reads the stream of all events. When its node fails it goes on at the next that it is given,
 * after the last event that it was shown.
 */
final class Follower implements AutoCloseable {
  /** A node that is silent for so long is left. */
  private static final int PATIENCE_MS = 4_000;

  private static final long BETWEEN_TRIES = 100_000_000;

  private final Supplier<Member> next;
  private final History history;
  private final Thread thread;
  private volatile boolean open = true;
  private volatile long last;
  private volatile String at = "";

  Follower(Supplier<Member> next, History history) {
    this.next = next;
    this.history = history;
    last = history.beginning();
    thread = Thread.ofPlatform().daemon().start(this::follow);
  }

  /** The last event that it was shown. */
  long last() {
    return last;
  }

  /** The node whose stream it reads. */
  String at() {
    return at;
  }

  private void follow() {
    while (open) {
      Member member = next.get();
      Stream stream = new Stream(member.name, last, new ArrayList<>());
      try {
        read(
            member,
            last,
            event -> {
              at = member.name;
              stream.events().add(event);
              last = event.id();
              return !open;
            });
      } catch (IOException e) {
        // Killed, paused or cut off: on to the next, which may be the same. Who asks a node that is
        // not there without a pause takes the processor from those that are.
        LockSupport.parkNanos(BETWEEN_TRIES);
      }
      if (!stream.events().isEmpty()) {
        history.streamed(stream);
      }
    }
  }

  /** All events that a node tells after one of them and up to another. */
  static List<Event> readAll(Member member, long after, long upTo) throws IOException {
    List<Event> events = new ArrayList<>();
    read(
        member,
        after,
        event -> {
          events.add(event);
          return event.id() >= upTo;
        });
    return events;
  }

  private static void read(Member member, long cursor, Reader reader) throws IOException {
    HttpURLConnection connection = connect(member, cursor);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      read(lines, reader);
    } finally {
      connection.disconnect();
    }
  }

  private static HttpURLConnection connect(Member member, long cursor) throws IOException {
    var connection =
        (HttpURLConnection)
            member.http().address().resolve("/v1/events/stream").toURL().openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + member.http().token());
    connection.setRequestProperty("Last-Event-ID", Long.toString(cursor));
    connection.setConnectTimeout(PATIENCE_MS);
    connection.setReadTimeout(PATIENCE_MS);
    return connection;
  }

  private interface Reader {
    /** Whether that is enough. */
    boolean note(Event event);
  }

  private static void read(BufferedReader lines, Reader reader) throws IOException {
    long id = -1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring(4));
      } else if (line.startsWith("data: ") && id >= 0) {
        if (reader.note(new Event(id, line.substring(6)))) {
          return;
        }
      } else if (line.isEmpty()) {
        id = -1;
      }
    }
  }

  /** Reads no further than it must to notice. */
  void stop() {
    open = false;
  }

  /** Stops, with all that it was shown in the history. */
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
