package dev.holdpoint.store.postgres;

/**
 * How long nodes wait for each other and for the server, all of it within the time after which a
 * silent node counts as gone: one that stops with the writer's lock in hand loses the lock before
 * the others have lost their patience, and they lose it before anybody counts as gone.
 *
 * @param leaseMs within which the work of a node that is gone is taken over
 */
record ClusterTimeouts(long leaseMs) {
  /** Of a daemon that has not joined the others yet: it may just be starting, on a busy machine. */
  static final ClusterTimeouts DEFAULT = new ClusterTimeouts(60_000);

  private static final long LONGEST_SIDE_MS = 3_000;

  /** For a writer that holds the lock and says nothing. */
  long idleMs() {
    return leaseMs * 3 / 10;
  }

  /** For the lock. */
  long lockMs() {
    return leaseMs * 6 / 10;
  }

  /**
   * For any one answer of the server to a writer: a commit may have to wait for a standby, and
   * whoever has waited for the whole lease counts as gone anyway.
   */
  int answerMs() {
    return (int) leaseMs;
  }

  /**
   * For an answer besides the transactions: a line that was cut is found out and made again before
   * the beats that it has swallowed cost the node its place.
   */
  int sideMs() {
    return (int) Math.min(LONGEST_SIDE_MS, leaseMs * 3 / 10);
  }

  /** For a new connection besides the transactions, in the unit that the driver has for it. */
  int connectSeconds() {
    return Math.clamp(leaseMs / 5_000, 1, 2);
  }
}
