package dev.holdpoint.core.event;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one piece of work did, as one row: its events, what it added to the transcript, and the run
 * as it was afterwards. The events' ids are consecutive and end with {@code lastId}, the row's key.
 *
 * @param run null when the work concerned only the session, or what people do about a gate
 */
public record JournalRow(
    long lastId,
    long atMs,
    long sessionKey,
    String sessionId,
    @Nullable Run run,
    List<LedgerEvent> events,
    List<Step> steps) {

  public long idOf(int index) {
    return lastId - events.size() + 1 + index;
  }

  /** Of the run that it is of or tells about; 0 when there is none. */
  public long runKey() {
    if (run != null) {
      return run.key();
    }
    return !events.isEmpty() && events.getFirst() instanceof LedgerEvent.GateUpdated updated
        ? updated.runKey()
        : 0;
  }
}
