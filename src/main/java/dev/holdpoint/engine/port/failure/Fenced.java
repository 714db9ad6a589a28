package dev.holdpoint.engine.port.failure;

/** The others take this node for gone: nothing that it has in hand may be written any more. */
public final class Fenced extends StoreFailure {
  public Fenced(String message) {
    super(message);
  }
}
