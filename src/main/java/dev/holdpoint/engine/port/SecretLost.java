package dev.holdpoint.engine.port;

/** A sealed value does not open: it was changed or moved, or its key is not here. */
public final class SecretLost extends RuntimeException {
  public SecretLost(String message) {
    super(message);
  }
}
