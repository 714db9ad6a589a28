package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About("The state of a delivery.")
public enum DeliveryStatus {
  PENDING,
  RETRYING,
  DELIVERED,
  DEAD_LETTERED
}
