package dev.holdpoint.core.schedule;

import dev.holdpoint.core.run.RunStatus;
import java.util.Collection;

/** What a schedule whose time has come does with it. */
public enum Firing {
  FIRES,
  /** The time is over, and the schedule wants nothing made up for. */
  MISSED,
  /** A run of the same schedule is in the way. */
  OVERLAPS;

  /** How late a ring may be and still count as being in time. */
  public static final long IN_TIME_MS = 5_000;

  /**
   * @param upSinceMs since when a daemon was there: whatever was due before was missed
   * @param open where the schedule's earlier runs stand that have not ended
   */
  public static Firing of(
      Misfire misfire,
      Overlap overlap,
      long dueMs,
      long nowMs,
      long upSinceMs,
      Collection<RunStatus> open) {
    boolean late = dueMs < upSinceMs || nowMs - dueMs >= IN_TIME_MS;
    if (late && misfire == Misfire.SKIP) {
      return MISSED;
    }
    boolean inTheWay =
        switch (overlap) {
          case SKIP -> !open.isEmpty();
          case QUEUE_ONE -> open.contains(RunStatus.QUEUED);
        };
    return inTheWay ? OVERLAPS : FIRES;
  }
}
