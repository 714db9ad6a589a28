package dev.holdpoint.engine.commit;

import dev.holdpoint.engine.cache.WorkSubject;

/**
 * One change, not yet decided. It may be decided more than once, on newer state, if the transaction
 * it was in fails; so it does nothing but read and write its {@link Change}.
 */
@FunctionalInterface
public interface Work<R> {
  /**
   * Decides.
   *
   * @throws dev.holdpoint.core.problem.Refused to change nothing and tell the caller why
   */
  R decide(Change change);

  /** What is named here is loaded for a whole batch at once. */
  default WorkSubject subject() {
    return WorkSubject.UNKNOWN;
  }

  static <R> Work<R> about(long runKey, Work<R> work) {
    return about(WorkSubject.run(runKey, null), work);
  }

  static <R> Work<R> about(WorkSubject subject, Work<R> work) {
    return new Work<>() {
      @Override
      public R decide(Change change) {
        return work.decide(change);
      }

      @Override
      public WorkSubject subject() {
        return subject;
      }
    };
  }
}
