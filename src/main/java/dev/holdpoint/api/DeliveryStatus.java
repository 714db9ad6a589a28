package dev.holdpoint.api;

/** Where a delivery stands. */
public enum DeliveryStatus {
  PENDING,
  RETRYING,
  DELIVERED,
  DEAD_LETTERED
}
