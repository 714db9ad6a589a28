package dev.holdpoint.engine.port.failure;

/** The database refused or failed. Nothing of the transaction is to be believed written. */
public class StoreFailure extends RuntimeException {
  public StoreFailure(String message) {
    super(message);
  }

  public StoreFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
