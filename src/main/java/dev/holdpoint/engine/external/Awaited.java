package dev.holdpoint.engine.external;

import org.jspecify.annotations.Nullable;

/**
 * Who waits for the decision of a gate that was raised from outside.
 *
 * @param keptUntilMs until when a decision that is made now is kept for the same request; null
 *     where it is not, or where somebody is there to receive it
 */
public record Awaited(Who who, @Nullable Long keptUntilMs) {
  public enum Who {
    /** A process, hook, call or stream is there. */
    NOW,
    /** Nobody, and whoever asked asks again or looks for the decision. */
    COMES_BACK,
    NOBODY
  }
}
