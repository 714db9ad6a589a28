package dev.holdpoint.engine.port;

/**
 * A row of the journal that another daemon has written, and nothing of what is in it.
 *
 * @param runKey of the run that it is of; 0 for none
 * @param owner of the run by now; 0 for nobody
 * @param waits whether the run waits for a worker, or has one
 */
public record Foreign(long lastId, long sessionKey, long runKey, long owner, boolean waits) {
  /** Whether whoever has room may take the run. */
  public boolean isFree() {
    return waits && owner == 0;
  }
}
