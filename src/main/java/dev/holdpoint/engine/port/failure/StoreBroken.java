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
        ("the ledger has gone back: it has %d commits, and this node has seen %d. A standby that"
                + " was behind has taken the server's place, or an older state was restored: stop"
                + " all nodes, and before you start them again do what docs/scaling.md says under"
                + " \"A standby that was behind\"")
            .formatted(commits, seen));
  }

  public StoreBroken(String message) {
    super(message);
  }

  public StoreBroken(String message, Throwable cause) {
    super(message, cause);
  }
}
