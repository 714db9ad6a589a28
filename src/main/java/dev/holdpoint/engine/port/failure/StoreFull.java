package dev.holdpoint.engine.port.failure;

/** There is no room left. Nothing was written; it may work again later. */
public final class StoreFull extends StoreFailure {
  public StoreFull(Throwable cause) {
    super("no space left for the database", cause);
  }
}
