package dev.holdpoint.core.delivery;

import java.util.Locale;

/** Why an attempt came to nothing, in words that give nothing away. Stored by name: append only. */
public enum DeliveryFault {
  /** No answer in time, or nobody knows whether there was one. */
  TIMEOUT,
  /** An answer that says: not now. */
  STATUS,
  CONNECT,
  RATE_LIMITED,
  /** An answer that says: never. */
  TERMINAL,
  /** It may not be sent there, or too much is waiting for that target already. */
  BLOCKED;

  public String wire() {
    return "failed:" + name().toLowerCase(Locale.ROOT);
  }
}
