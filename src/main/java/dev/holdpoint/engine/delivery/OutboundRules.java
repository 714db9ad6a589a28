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
public record OutboundRules(
    RetryPolicy policy, DeliveryMachine deliveries, int perTarget, NoticeRules notices) {
  public static final OutboundRules USUAL = of(RetryPolicy.USUAL, 10_000);

  public static OutboundRules of(RetryPolicy policy, int perTarget) {
    return new OutboundRules(policy, new DeliveryMachine(policy), perTarget, NoticeRules.USUAL);
  }

  public OutboundRules telling(NoticeRules how) {
    return new OutboundRules(policy, deliveries, perTarget, how);
  }

  /** For how long a target is left alone that has failed so often. */
  long restMs(int strikes) {
    return policy.restMs(strikes);
  }
}
