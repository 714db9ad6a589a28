package dev.holdpoint.engine.port;

import dev.holdpoint.core.delivery.Handover;
import dev.holdpoint.core.delivery.Parcel;

/** Brings things to people and programs outside. */
public interface Carrier {
  /** Tries once, and comes back in bounded time with what came of it. */
  Handover carry(Parcel parcel) throws InterruptedException;
}
