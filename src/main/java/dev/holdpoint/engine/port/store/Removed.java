package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import java.util.List;

/**
 * What a transaction takes away for good.
 *
 * @param sessions with their mail; their runs go by themselves
 * @param runs with their gates and what they left in memory
 * @param gatesOf runs whose gates go, and which stay themselves
 * @param journal keys of journal rows
 * @param eventsFloor up to which events are missing because their time was over; 0 if none are
 */
public record Removed(
    List<Session> sessions,
    List<Run> runs,
    List<Run> gatesOf,
    List<Long> journal,
    long eventsFloor) {
  public static final Removed NOTHING = new Removed(List.of(), List.of(), List.of(), List.of(), 0);

  public boolean isEmpty() {
    return sessions.isEmpty() && runs.isEmpty() && journal.isEmpty();
  }
}
