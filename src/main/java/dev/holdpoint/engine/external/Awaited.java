package dev.holdpoint.engine.external;

import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for the decision of a gate that was raised from outside.
 *
 * @param keptUntilMs until when a decision that is made now is kept for the same request; null
 *     where it is not, or where somebody is there to receive it
 */
public record Awaited(Who who, @Nullable Long keptUntilMs) {
  /**
   * Empty for runs of our own, and where it is not known.
   *
   * @param waits whether a client is there
   * @param comesBack whether it asks again, or looks for the decision
   * @param untilMs until when a decision is kept that nobody is given; null for not at all
   */
  static Optional<Awaited> of(
      Run run, BooleanSupplier waits, BooleanSupplier comesBack, @Nullable Long untilMs) {
    RunHead head = run.head();
    if (head.driver() != RunHead.Driver.OUTSIDE || run.status().isSettled()) {
      return Optional.empty();
    }
    ClientCall call = head.client();
    if (call == null) {
      return ExternalGates.awaited(head);
    }
    if (waits.getAsBoolean()) {
      return Optional.of(new Awaited(Who.NOW, null));
    }
    return Optional.of(
        comesBack.getAsBoolean()
            ? new Awaited(Who.COMES_BACK, null)
            : new Awaited(Who.NOBODY, untilMs));
  }

  public enum Who {
    /** A process, hook, call or stream is there. */
    NOW,
    /** Nobody, and whoever asked asks again or looks for the decision. */
    COMES_BACK,
    NOBODY
  }
}
