package dev.holdpoint.core.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event ids that a ledger has passed over: one stretch for each time that it was restored from
 * a backup. The daemon that the backup was taken from went on and gave some of these ids to events
 * that are not here, so whoever comes with one of them has seen what this ledger does not know.
 *
 * @param all oldest first; they do not overlap
 */
public record EventGaps(List<Leap> all) {
  public static final EventGaps NONE = new EventGaps(List.of());

  public EventGaps {
    all = List.copyOf(all);
  }

  /**
   * @param after the last event that the backup held
   * @param upTo the id after which the next event comes
   */
  public record Leap(long after, long upTo) {
    /** Its end is no lost event: streams that were told of the leap go on from there. */
    boolean holds(long id) {
      return after < id && id < upTo;
    }
  }

  public EventGaps plus(Leap leap) {
    List<Leap> more = new ArrayList<>(all);
    more.add(leap);
    return new EventGaps(more);
  }

  /** The leap in which this id was passed over; null when it was not. */
  public @Nullable Leap over(long id) {
    return all.stream().filter(leap -> leap.holds(id)).findFirst().orElse(null);
  }

  /** The cursor so many events before {@code head}: what was passed over does not count. */
  public long back(long head, long events) {
    long cursor = head;
    long left = events;
    for (Leap leap : all.reversed()) {
      long since = cursor - leap.upTo;
      if (since > left) {
        break;
      }
      left -= since;
      cursor = leap.after;
    }
    return cursor - left;
  }
}
