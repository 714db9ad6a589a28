package dev.holdpoint.core.delivery;

import dev.holdpoint.core.delivery.DeliveryCommand.Lapse;
import dev.holdpoint.core.delivery.DeliveryCommand.Promote;
import dev.holdpoint.core.delivery.DeliveryCommand.Resolve;
import dev.holdpoint.core.delivery.DeliveryCommand.Return;
import dev.holdpoint.core.delivery.DeliveryCommand.Send;
import dev.holdpoint.core.delivery.DeliveryState.DeadLettered;
import dev.holdpoint.core.delivery.DeliveryState.Delivered;
import dev.holdpoint.core.delivery.DeliveryState.Queued;
import dev.holdpoint.core.delivery.DeliveryState.Sending;
import dev.holdpoint.core.delivery.DeliveryState.Waiting;

/**
 * The life of a delivery. Whatever does not fit is left as it is: a courier that comes back after
 * it was given up has nothing more to say.
 */
public final class DeliveryMachine {
  private final RetryPolicy policy;

  public DeliveryMachine(RetryPolicy policy) {
    this.policy = policy;
  }

  private record At(DeliveryState state, DeliveryCommand command) {}

  /** The state afterwards; the very same where the command changes nothing. */
  public DeliveryState after(DeliveryState state, DeliveryCommand command) {
    return switch (new At(state, command)) {
      case At(Queued _, Promote c) -> promoted(c);
      case At(Queued _, Send _) -> state;
      case At(Queued _, Return _) -> state;
      case At(Queued _, Lapse _) -> state;
      case At(Queued _, Resolve _) -> state;

      case At(Waiting s, Send c) ->
          s.dueAtMs() <= c.atMs()
              ? new Sending(s.attempts() + 1, c.untilMs(), s.strikes(), s.fault(), c.node())
              : s;
      case At(Waiting _, Promote _) -> state;
      case At(Waiting _, Return _) -> state;
      case At(Waiting _, Lapse _) -> state;
      case At(Waiting _, Resolve _) -> state;

      case At(Sending s, Return c) -> c.attempt() == s.attempts() ? returned(s, c) : s;
      case At(Sending s, Lapse c) ->
          failed(
              s,
              new AttemptResult.Refused(DeliveryFault.TIMEOUT, false, null, null),
              c.atMs(),
              c.jitter());
      case At(Sending _, Promote _) -> state;
      case At(Sending _, Send _) -> state;
      case At(Sending _, Resolve _) -> state;

      case At(DeadLettered s, Resolve _) -> s.resolved() ? s : s.asResolved();
      case At(DeadLettered _, Promote _) -> state;
      case At(DeadLettered _, Send _) -> state;
      case At(DeadLettered _, Return _) -> state;
      case At(DeadLettered _, Lapse _) -> state;

      case At(Delivered _, Promote _) -> state;
      case At(Delivered _, Send _) -> state;
      case At(Delivered _, Return _) -> state;
      case At(Delivered _, Lapse _) -> state;
      case At(Delivered _, Resolve _) -> state;
    };
  }

  /** Where the last one failed for good, the next does not run into the same wall at once. */
  private Waiting promoted(Promote promote) {
    long delay = promote.strikes() == 0 ? 0 : policy.delayMs(promote.strikes(), promote.jitter());
    return new Waiting(0, promote.atMs() + delay, promote.strikes(), null);
  }

  private DeliveryState returned(Sending sending, Return back) {
    return switch (back.outcome()) {
      case AttemptResult.Taken _ -> new Delivered(sending.attempts(), back.atMs());
      case AttemptResult.Refused refused -> failed(sending, refused, back.atMs(), back.jitter());
    };
  }

  private DeliveryState failed(
      Sending sending, AttemptResult.Refused refused, long nowMs, double jitter) {
    // Whoever says never has answered: the next delivery need not wait for better times.
    int strikes = refused.isFinal() ? 0 : sending.strikes() + 1;
    if (refused.isFinal() || sending.attempts() >= policy.maxAttempts()) {
      return new DeadLettered(sending.attempts(), nowMs, strikes, refused.fault(), false);
    }
    Long wished = refused.retryAfterMs();
    long delay = policy.delayMs(strikes, jitter, wished == null ? 0 : wished);
    return new Waiting(sending.attempts(), nowMs + delay, strikes, refused.fault());
  }
}
