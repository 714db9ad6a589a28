package dev.holdpoint.agent.loop;

import dev.holdpoint.engine.commit.Engine;
import java.util.List;

/**
 * Which of the runs that wait for a worker are still in a queue: the commit that starts such a run
 * reads it, so that nobody has to before. It asks only while runs are left in their queues for want
 * of a worker: of those that were resumed none is there, and the question would be for nothing.
 */
final class QueueSight {
  private final Engine engine;
  private volatile boolean some;

  QueueSight(Engine engine) {
    this.engine = engine;
  }

  /** A run was left in its queue. */
  void left() {
    some = true;
  }

  /** Those of these runs that were seen there; none is given where nobody has looked. */
  List<Long> among(List<Long> runKeys) {
    if (!some || runKeys.isEmpty()) {
      return List.of();
    }
    // First: what is left from here on is a reason to look once more.
    some = false;
    List<Long> found = engine.read(queries -> queries.queuedAmong(runKeys));
    if (!found.isEmpty()) {
      some = true;
    }
    return found;
  }
}
