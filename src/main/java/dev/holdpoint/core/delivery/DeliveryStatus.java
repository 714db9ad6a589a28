package dev.holdpoint.core.delivery;

import java.util.Locale;

/** What people are told of where a delivery stands. */
public enum DeliveryStatus {
  PENDING,
  RETRYING,
  DELIVERED,
  DEAD_LETTERED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean isOpen() {
    return this == PENDING || this == RETRYING;
  }
}
