package dev.holdpoint.engine.port;

import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.DeliveryAttempt;

/** Brings things to people and programs outside. */
public interface DeliverySender {
  /** Tries once, and comes back in bounded time with what came of it. */
  AttemptResult carry(DeliveryAttempt parcel) throws InterruptedException;
}
