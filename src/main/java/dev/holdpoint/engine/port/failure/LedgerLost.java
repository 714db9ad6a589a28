package dev.holdpoint.engine.port.failure;

/** The ledger is not as far as it was, or not the one that it was. Nothing was changed. */
public final class LedgerLost extends StoreFailure {
  public LedgerLost(String message) {
    super(message);
  }
}
