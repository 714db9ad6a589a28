package dev.holdpoint.engine.port;

/**
 * The database can no longer be trusted: a failed fsync, a corrupt page, a lock that another daemon
 * took. Later successes would mean nothing, so the process has to stop.
 */
public final class StoreBroken extends StoreFailure {
  public StoreBroken(String message) {
    super(message);
  }

  public StoreBroken(String message, Throwable cause) {
    super(message, cause);
  }
}
