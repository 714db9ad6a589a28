package dev.holdpoint.core.delivery;

/** What can be done to a delivery. */
public sealed interface DeliveryCommand {
  /**
   * It is the next of its target now.
   *
   * @param strikes how many attempts in a row have failed at the target
   */
  record Promote(long atMs, int strikes, double jitter) implements DeliveryCommand {}

  /** A courier of this node sets out, and is given up if it is not back at {@code untilMs}. */
  record Send(long atMs, long untilMs, long node) implements DeliveryCommand {}

  /** A courier is back. */
  record Return(long atMs, int attempt, AttemptResult outcome, double jitter)
      implements DeliveryCommand {}

  /** A courier will never come back: nobody knows whether it was there. */
  record Lapse(long atMs, double jitter) implements DeliveryCommand {}

  /** A replay of it has arrived. */
  record Resolve() implements DeliveryCommand {}
}
