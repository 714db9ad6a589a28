package dev.holdpoint.engine;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import java.time.Duration;

/**
 * Commits for those whom nobody would ask again. A client that is told of a full disk can send its
 * request once more; the loop, told the same, would leave its run for the next start, and lose what
 * a command has just answered. So it waits here until there is room.
 */
public final class Persevering implements Commits {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Commits commits;

  public Persevering(Commits commits) {
    this.commits = commits;
  }

  @Override
  public <R> R commit(Work<R> work) {
    while (true) {
      try {
        return commits.commit(work);
      } catch (Refused refused) {
        Problem problem = refused.refusal().problem();
        boolean passes = problem == Problem.STORAGE_FULL || problem == Problem.UNAVAILABLE;
        if (!passes || !pause()) {
          throw refused;
        }
      }
    }
  }

  /** False when the caller was interrupted: then its refusal is the answer. */
  private static boolean pause() {
    try {
      Thread.sleep(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
