package dev.holdpoint.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;

/** What streams showed: every event that any of them did, and what each connection was shown. */
final class Seen {
  private final NavigableMap<Long, String> events = new ConcurrentSkipListMap<>();
  private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();
  private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();

  /**
   * A gap that a stream told of.
   *
   * @param after what it had shown before
   * @param resumeAfter what it goes on after
   */
  record Gap(long after, long resumeAfter) {}

  /**
   * One connection, from the event that it was to go on after to its end.
   *
   * @param ids what it showed, in its order
   */
  record Connection(String reader, long cursor, List<Long> ids, List<Gap> gaps) {
    static Connection open(String reader, long cursor) {
      return new Connection(reader, cursor, new ArrayList<>(), new ArrayList<>());
    }
  }

  void note(String reader, long id, String text) {
    String before = events.putIfAbsent(id, text);
    if (before != null && !before.equals(text)) {
      contradictions.add(
          "event %d was %s and is now %s (as %s saw it)".formatted(id, before, text, reader));
    }
  }

  void ended(Connection connection) {
    connections.add(connection);
  }

  NavigableMap<Long, String> events() {
    return events;
  }

  /** Those that were noted since this was asked last. */
  List<String> newContradictions() {
    return taken(contradictions);
  }

  /** Those that have ended since this was asked last. */
  List<Connection> newConnections() {
    return taken(connections);
  }

  private static <T> List<T> taken(Queue<T> queue) {
    List<T> all = new ArrayList<>();
    for (T one = queue.poll(); one != null; one = queue.poll()) {
      all.add(one);
    }
    return all;
  }
}
