package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.DeliveryMachine;
import dev.holdpoint.core.delivery.RetryPolicy;

/**
 * By which rules things leave the daemon.
 *
 * @param policy how often something is tried
 * @param deliveries how a delivery lives
 * @param perTarget how many may wait for one target
 * @param notices how people are told of what waits
 */
public record OutboundPolicy(
    RetryPolicy policy, DeliveryMachine deliveries, int perTarget, NotificationPolicy notices) {
  public static final OutboundPolicy USUAL = of(RetryPolicy.USUAL, 10_000);

  public static OutboundPolicy of(RetryPolicy policy, int perTarget) {
    return new OutboundPolicy(
        policy, new DeliveryMachine(policy), perTarget, NotificationPolicy.USUAL);
  }

  public OutboundPolicy telling(NotificationPolicy how) {
    return new OutboundPolicy(policy, deliveries, perTarget, how);
  }

  /** For how long a target is left alone that has failed so often. */
  long restMs(int strikes) {
    return policy.restMs(strikes);
  }
}
