package dev.holdpoint.core.delivery;

import org.jspecify.annotations.Nullable;

/**
 * Where a delivery stands. {@code strikes} counts the attempts in a row that have failed at its
 * target, those of the deliveries before it included: a target that is down is not asked more often
 * because more is waiting for it.
 */
public sealed interface DeliveryState {
  int attempts();

  DeliveryStatus status();

  /** When something has to happen to it; null when nothing will, or only after another's end. */
  @Nullable Long dueAtMs();

  /** Why the last attempt failed, or null. */
  @Nullable DeliveryFault fault();

  sealed interface Open extends DeliveryState {}

  sealed interface Settled extends DeliveryState {
    long atMs();

    @Override
    default @Nullable Long dueAtMs() {
      return null;
    }
  }

  /** Another delivery to the same target comes first. */
  record Queued() implements Open {
    @Override
    public int attempts() {
      return 0;
    }

    @Override
    public DeliveryStatus status() {
      return DeliveryStatus.PENDING;
    }

    @Override
    public @Nullable Long dueAtMs() {
      return null;
    }

    @Override
    public @Nullable DeliveryFault fault() {
      return null;
    }
  }

  /** The next of its target, to be sent when its time has come. */
  record Waiting(int attempts, Long dueAtMs, int strikes, @Nullable DeliveryFault fault)
      implements Open {
    @Override
    public DeliveryStatus status() {
      return attempts == 0 ? DeliveryStatus.PENDING : DeliveryStatus.RETRYING;
    }
  }

  /**
   * A courier is on the way; if it has not come back by {@code dueAtMs}, it never will.
   *
   * @param attempts this one included
   * @param node the epoch of the node whose courier it is; 0 where there are no nodes
   */
  record Sending(int attempts, Long dueAtMs, int strikes, @Nullable DeliveryFault fault, long node)
      implements Open {
    @Override
    public DeliveryStatus status() {
      return attempts == 1 ? DeliveryStatus.PENDING : DeliveryStatus.RETRYING;
    }
  }

  record Delivered(int attempts, long atMs) implements Settled {
    @Override
    public DeliveryStatus status() {
      return DeliveryStatus.DELIVERED;
    }

    @Override
    public @Nullable DeliveryFault fault() {
      return null;
    }
  }

  /**
   * @param resolved whether a replay of it has arrived
   */
  record DeadLettered(int attempts, long atMs, int strikes, DeliveryFault fault, boolean resolved)
      implements Settled {
    @Override
    public DeliveryStatus status() {
      return DeliveryStatus.DEAD_LETTERED;
    }

    DeadLettered asResolved() {
      return new DeadLettered(attempts, atMs, strikes, fault, true);
    }
  }
}
