package dev.holdpoint.store.postgres;

/**
 * How long nodes wait for each other and for the server, all of it within the time after which a
 * silent node counts as gone: one that stops with the writer's lock in hand loses the lock before
 * the others have lost their patience, and they lose it before anybody counts as gone.
 *
 * @param leaseMs within which the work of a node that is gone is taken over
 */
record Patience(long leaseMs) {
  /** Of a daemon that has not joined the others yet: it may just be starting, on a busy machine. */
  static final Patience DEFAULT = new Patience(60_000);

  /** For a writer that holds the lock and says nothing. */
  long idleMs() {
    return leaseMs * 3 / 10;
  }

  /** For the lock. */
  long lockMs() {
    return leaseMs * 6 / 10;
  }

  /** For any one answer of the server; a commit may have to wait for a standby. */
  int answerMs() {
    return (int) Math.max(5_000, leaseMs);
  }
}
