package dev.holdpoint.engine.commit;

/** The one call site of every change. */
public interface Commits {
  /**
   * Decides the work and returns its answer once it is durable.
   *
   * @throws dev.holdpoint.core.problem.Refused when the answer is no
   */
  <R> R commit(Work<R> work);
}
