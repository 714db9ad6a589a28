package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.Delivery;
import java.util.List;
import java.util.Map;

/**
 * What a transaction writes of what leaves the daemon, and of the proof of it.
 *
 * @param deliveries new ones and changed ones
 * @param removed those that go with their session
 * @param evidence by the id of the action whose it is
 */
public record Outgoing(
    List<Delivery> deliveries,
    List<Delivery> removed,
    List<ExternalAction> actions,
    List<Checkpoint> checkpoints,
    Map<String, String> evidence) {
  public static final Outgoing NOTHING = new Outgoing(List.of(), List.of(), List.of(), List.of());

  /** Where no action has evidence. */
  public Outgoing(
      List<Delivery> deliveries,
      List<Delivery> removed,
      List<ExternalAction> actions,
      List<Checkpoint> checkpoints) {
    this(deliveries, removed, actions, checkpoints, Map.of());
  }
}
