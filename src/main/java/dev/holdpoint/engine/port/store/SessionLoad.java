package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session has on its hands. The queue is only counted: it may be long.
 *
 * @param awake the runs that run or wait, oldest first
 */
public record SessionLoad(List<LiveRun> awake, int queued) {
  public static final SessionLoad NONE = new SessionLoad(List.of(), 0);

  public boolean isIdle() {
    return awake.isEmpty() && queued == 0;
  }

  public boolean isSlotFree() {
    return awake.stream().noneMatch(LiveRun::holdsSlot);
  }

  /** The load after a run has come to its next version. */
  public SessionLoad with(@Nullable Run before, Run after) {
    List<LiveRun> next = new ArrayList<>(awake.size() + 1);
    boolean isAwake = isAwake(after);
    boolean placed = false;
    for (LiveRun other : awake) {
      if (other.key() != after.key()) {
        if (isAwake && !placed && other.key() > after.key()) {
          next.add(LiveRun.of(after));
          placed = true;
        }
        next.add(other);
      }
    }
    if (isAwake && !placed) {
      next.add(LiveRun.of(after));
    }
    int was = before != null && before.isInQueue() ? 1 : 0;
    int is = after.isInQueue() ? 1 : 0;
    return new SessionLoad(List.copyOf(next), queued + is - was);
  }

  private static boolean isAwake(Run run) {
    return run.status() != RunStatus.QUEUED && !run.status().isSettled();
  }
}
