package dev.holdpoint.engine.port.failure;

/** The tables take a newer program than this one: it must not go on with them. */
public final class Outdated extends StoreFailure {
  public Outdated(String message) {
    super(message);
  }
}
