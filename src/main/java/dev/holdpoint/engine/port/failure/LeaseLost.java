package dev.holdpoint.engine.port.failure;

/** Another node has the run now: whoever worked on it here lets go of it. */
public final class LeaseLost extends StoreFailure {
  public LeaseLost(String message) {
    super(message);
  }
}
