package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of what is on its way out. Every list is bounded, walks an index, and leaves
 * out what the deliveries carry.
 */
public interface DeliveryQueries {
  /** With what it carries. */
  @Nullable Delivery delivery(long key);

  /** Newest first, below {@code belowKey}. */
  List<Delivery> deliveries(DeliveryFilter filter, long belowKey, int limit);

  /**
   * Of these runs, oldest first.
   *
   * @param limit how many of each run
   */
  List<Delivery> deliveriesOf(Collection<Long> runKeys, int limit);

  /** Which of these runs have something on its way. */
  Set<Long> runsWithOpenDeliveries(Collection<Long> runKeys);

  long countDeliveries(DeliveryFilter filter);

  Map<DeliveryStatus, Long> countDeliveriesByStatus();

  /** How many dead letters there are of which no replay has arrived. */
  long countUnresolvedDeliveries();

  /** What waits in a lane above {@code aboveKey}, oldest first. */
  List<Delivery> openDeliveries(String lane, long aboveKey, int limit);

  /** How many wait in a lane; counted no further than {@code most}. */
  int countOpenDeliveries(String lane, int most);

  /** The newest delivery of a lane that somebody has tried to send, or null. */
  @Nullable Delivery lastTriedDelivery(String lane);

  /** What is due at or before {@code nowMs}, the earliest first. */
  List<Delivery> dueDeliveries(long nowMs, int limit);

  @Nullable Long nextDueDelivery();

  /** What couriers are away with, above {@code aboveKey}, in order. */
  List<Delivery> sendingDeliveries(long aboveKey, int limit);

  /** The newest replay of a dead letter, or null. */
  @Nullable Delivery lastReplay(long key);

  /** What a list of deliveries is narrowed by; null for all. */
  record DeliveryFilter(
      @Nullable Long sessionKey,
      @Nullable Long runKey,
      @Nullable String plugin,
      @Nullable DeliveryStatus status) {}
}
