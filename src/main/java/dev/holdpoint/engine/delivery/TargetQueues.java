package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryCommand;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.engine.commit.Change;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The order of deliveries to one target: only the first of a lane is ever due, and whoever leaves
 * the lane lets the next one go in the same transaction.
 */
final class TargetQueues {
  private static final int LOOK_AT = 16;

  private final OutboundPolicy rules;

  TargetQueues(OutboundPolicy rules) {
    this.rules = rules;
  }

  /**
   * Puts a new delivery at the end of its lane. Where too many wait already it is a dead letter
   * from the beginning: on record, and good for a replay in better times.
   */
  Delivery enter(Change change, Delivery delivery) {
    int most = rules.perTarget();
    Delivery placed = delivery;
    if (countOpen(change, delivery.lane(), most) >= most) {
      placed =
          delivery.at(
              new DeliveryState.DeadLettered(0, change.nowMs(), 0, DeliveryFault.BLOCKED, false));
    } else if (first(change, delivery.lane()) == null) {
      placed = promoted(change, delivery, lastStrikes(change, delivery.lane()));
    }
    change.put(placed);
    return placed;
  }

  /** The lane's first has come to its end, or is taken away. */
  void leave(Change change, Delivery gone) {
    Delivery next = first(change, gone.lane());
    if (next != null && next.state() instanceof DeliveryState.Queued) {
      change.put(promoted(change, next, gone.strikes()));
    }
  }

  private Delivery promoted(Change change, Delivery next, int strikes) {
    DeliveryCommand.Promote promote =
        new DeliveryCommand.Promote(change.nowMs(), strikes, jitter(next));
    return next.at(rules.deliveries().after(next.state(), promote));
  }

  /** The oldest of the lane that has not come to its end. */
  private static @Nullable Delivery first(Change change, String lane) {
    Delivery stored = storedFirst(change, lane);
    Delivery fresh =
        touched(change, lane)
            .filter(Delivery::isOpen)
            .min(Comparator.comparingLong(Delivery::key))
            .orElse(null);
    return stored == null || (fresh != null && fresh.key() < stored.key()) ? fresh : stored;
  }

  private static @Nullable Delivery storedFirst(Change change, String lane) {
    long above = 0;
    List<Delivery> some = change.queries().openDeliveries(lane, above, LOOK_AT);
    while (!some.isEmpty()) {
      for (Delivery one : some) {
        // What the database calls open may have come to its end in this transaction.
        Delivery now = change.delivery(one.key());
        if (now != null && now.isOpen()) {
          return now;
        }
        above = one.key();
      }
      some = change.queries().openDeliveries(lane, above, LOOK_AT);
    }
    return null;
  }

  /** Near enough: the works of one transaction share their time. */
  private static int countOpen(Change change, String lane, int most) {
    long fresh =
        touched(change, lane)
            .filter(one -> one.isOpen() && one.slip().createdAtMs() == change.nowMs())
            .count();
    return (int) fresh + change.queries().countOpenDeliveries(lane, most);
  }

  /** A target that was down a moment ago is not asked at once because something new has come. */
  private int lastStrikes(Change change, String lane) {
    Delivery last =
        touched(change, lane)
            .filter(one -> one.state().attempts() > 0)
            .max(Comparator.comparingLong(Delivery::key))
            .orElseGet(() -> change.queries().lastTriedDelivery(lane));
    if (last == null
        || !(last.state() instanceof DeliveryState.DeadLettered dead)
        || dead.strikes() == 0) {
      return 0;
    }
    return dead.atMs() + rules.restMs(dead.strikes()) > change.nowMs() ? dead.strikes() : 0;
  }

  private static Stream<Delivery> touched(Change change, String lane) {
    return change.touchedDeliveries().stream().filter(one -> one.lane().equals(lane));
  }

  /**
   * From 0 to 1, different for each attempt and the same whenever the same attempt is decided
   * again.
   */
  static double jitter(Delivery delivery) {
    long mixed = (delivery.key() * 31 + delivery.state().attempts()) * 0x9E3779B97F4A7C15L;
    return (mixed >>> 11) / (double) (1L << 53);
  }
}
