package dev.holdpoint.engine.commit;

/** Somebody who counts commits. Called by whoever commits, so it must return at once. */
public interface CommitMetrics {
  CommitMetrics NONE =
      new CommitMetrics() {
        @Override
        public void committed(long nanos, int works) {}

        @Override
        public void failed() {}
      };

  /**
   * @param nanos from the beginning of the transaction until it was on disk
   * @param works how many shared it
   */
  void committed(long nanos, int works);

  /** A transaction that left nothing. */
  void failed();
}
