package dev.holdpoint.engine.port.failure;

/**
 * The database can no longer be trusted: a failed fsync, a corrupt page, a lock that another daemon
 * took. Later successes would mean nothing, so the process has to stop.
 */
public final class StoreBroken extends StoreFailure {
  /**
   * The ledger is not the one that this daemon has seen.
   *
   * @param commits how many it has
   * @param seen how many it had
   */
  public static StoreBroken goneBack(long commits, long seen) {
    return new StoreBroken(
        ("the ledger has fewer commits (%d) than this node has seen (%d): a "
                + "standby that was behind was promoted, or an older state was restored. "
                + "Stop all nodes and follow \"A standby that was behind\" in "
                + "docs/scaling.md before you start them again")
            .formatted(commits, seen));
  }

  public StoreBroken(String message) {
    super(message);
  }

  public StoreBroken(String message, Throwable cause) {
    super(message, cause);
  }
}
