package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Where a delivery stands.")
public enum DeliveryStatus {
  PENDING,
  RETRYING,
  DELIVERED,
  DEAD_LETTERED
}
