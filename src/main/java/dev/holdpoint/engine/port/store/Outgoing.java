package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.Delivery;
import java.util.List;

/**
 * What a transaction writes of what leaves the daemon, and of the proof of it.
 *
 * @param deliveries new ones and changed ones
 * @param removed those that go with their session
 */
public record Outgoing(
    List<Delivery> deliveries,
    List<Delivery> removed,
    List<ExternalAction> actions,
    List<Checkpoint> checkpoints) {
  public static final Outgoing NOTHING = new Outgoing(List.of(), List.of(), List.of(), List.of());
}
