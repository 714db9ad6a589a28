package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryCommand;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.audit.AuditActions;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Sends what is due, notes what came of it, and sends dead letters again. An attempt is committed
 * before it is made and its outcome after it, each with its record.
 */
public final class Deliveries {
  /** No carrier takes longer for one attempt; who is away longer has met an end. */
  private static final long LEASE_MS = 60_000;

  private static final int AT_ONCE = 100;

  private final Commits commits;
  private final OutboundPolicy rules;
  private final TargetQueues lanes;

  public Deliveries(Commits commits, OutboundPolicy rules) {
    this.commits = commits;
    this.rules = rules;
    this.lanes = new TargetQueues(rules);
  }

  /**
   * Gives couriers some of what is due, each as an attempt that is on record now.
   *
   * @param mostBytes how much they may carry together
   * @param atLeastOne whether one may carry more
   */
  public List<DeliveryAttempt> take(int most, long mostBytes, boolean atLeastOne) {
    return commits.commit(
        change -> {
          List<DeliveryAttempt> parcels = new ArrayList<>();
          long bytes = 0;
          for (Delivery due : change.queries().dueDeliveries(change.nowMs(), most)) {
            bytes += due.slip().sizeBytes();
            if (bytes > mostBytes && !(atLeastOne && parcels.isEmpty())) {
              break;
            }
            Delivery delivery = change.delivery(due.key());
            if (delivery != null) {
              take(change, delivery, parcels);
            }
          }
          return parcels;
        });
  }

  private void take(Change change, Delivery delivery, List<DeliveryAttempt> parcels) {
    long nowMs = change.nowMs();
    switch (delivery.state()) {
      case DeliveryState.Sending sending
          when sending.dueAtMs() <= nowMs && !isAwayElsewhere(change, sending) ->
          lapse(change, delivery);
      case DeliveryState.Waiting waiting when waiting.dueAtMs() <= nowMs -> {
        Delivery sent =
            after(
                delivery,
                new DeliveryCommand.Send(nowMs, nowMs + LEASE_MS, change.ledger().epoch()));
        change.put(sent);
        change.tell(AuditActions.sending(sent));
        parcels.add(parcel(change, sent));
      }
      case DeliveryState.Sending _,
          DeliveryState.Waiting _,
          DeliveryState.Queued _,
          DeliveryState.Settled _ -> {}
    }
  }

  /** A courier of another node is that node's to wait for, by its own clock, while it is there. */
  private static boolean isAwayElsewhere(Change change, DeliveryState.Sending sending) {
    long own = change.ledger().epoch();
    return own != 0
        && sending.node() != own
        && sending.node() != 0
        && change.queries().silentMs(sending.node()) != null;
  }

  private static DeliveryAttempt parcel(Change change, Delivery delivery) {
    Delivery.Content content = content(change, delivery);
    return new DeliveryAttempt(
        delivery.id(),
        delivery.state().attempts(),
        delivery.target(),
        delivery.sessionId(),
        delivery.runId(),
        content.text(),
        content.data(),
        scope(change, delivery),
        delivery.slip().createdAtMs(),
        delivery.slip().trace());
  }

  /** Also of one that an earlier work of the transaction has touched without looking inside. */
  private static Delivery.Content content(Change change, Delivery delivery) {
    Delivery.Content own = delivery.content();
    if (own != null) {
      return own;
    }
    Delivery stored = change.queries().delivery(delivery.key());
    if (stored == null || stored.content() == null) {
      throw new IllegalStateException("delivery " + delivery.id() + " has no content");
    }
    return stored.content();
  }

  /** What the session may use says nothing of what others want to know about it. */
  private static CredentialScope scope(Change change, Delivery delivery) {
    if (delivery.slip().notice()) {
      return CredentialScope.OPEN;
    }
    Session session = change.session(delivery.sessionId());
    // A session that is just being removed may use nothing any more.
    CredentialScope scope =
        session == null ? CredentialScope.CLOSED : session.effectiveCredentialScope();
    return Objects.requireNonNullElse(scope, CredentialScope.OPEN);
  }

  /** Notes what came of an attempt; of one that was given up meanwhile nothing is noted. */
  public void settle(DeliveryAttempt parcel, AttemptResult outcome) {
    commits.commit(
        change -> {
          Delivery delivery = found(change, parcel.deliveryId());
          if (delivery == null) {
            return false;
          }
          DeliveryCommand back =
              new DeliveryCommand.Return(
                  change.nowMs(), parcel.attempt(), outcome, TargetQueues.jitter(delivery));
          Delivery next = after(delivery, back);
          if (next.state().equals(delivery.state())) {
            return false;
          }
          noted(change, delivery, next, outcome.responseDigest());
          return true;
        });
  }

  /**
   * What the couriers of a node that is gone had in hand: they will not come back.
   *
   * @param node its epoch; 0 is an earlier daemon's, where there are no nodes
   * @return how much it was
   */
  public int giveUpAbsent(long node) {
    int lapsed = 0;
    long from = 0;
    while (true) {
      long above = from;
      Absent some = commits.commit(change -> giveUpSome(change, above, node));
      lapsed += some.lapsed;
      if (some.last == 0) {
        return lapsed;
      }
      from = some.last;
    }
  }

  /**
   * @param last up to which all were looked at; 0 when there are no more
   */
  private record Absent(int lapsed, long last) {}

  private Absent giveUpSome(Change change, long above, long node) {
    List<Delivery> sending = change.queries().sendingDeliveries(above, AT_ONCE);
    int lapsed = 0;
    for (Delivery stored : sending) {
      // An earlier work of the same transaction may have noted that it arrived.
      Delivery delivery = change.delivery(stored.key());
      if (delivery != null
          && delivery.state() instanceof DeliveryState.Sending sent
          && sent.node() == node) {
        lapse(change, delivery);
        lapsed++;
      }
    }
    return new Absent(lapsed, sending.size() < AT_ONCE ? 0 : sending.getLast().key());
  }

  private void lapse(Change change, Delivery delivery) {
    DeliveryCommand lapse =
        new DeliveryCommand.Lapse(change.nowMs(), TargetQueues.jitter(delivery));
    noted(change, delivery, after(delivery, lapse), null);
  }

  private Delivery after(Delivery delivery, DeliveryCommand command) {
    return delivery.at(rules.deliveries().after(delivery.state(), command));
  }

  private void noted(
      Change change, Delivery before, Delivery after, @Nullable String responseDigest) {
    change.put(after);
    DeliveryFault fault = after.state().fault();
    change.tell(AuditActions.sent(before, responseDigest, fault == null ? "ok" : fault.wire()));
    if (!after.isOpen()) {
      lanes.leave(change, after);
    }
    if (after.state() instanceof DeliveryState.Delivered) {
      resolve(change, after);
    }
  }

  /** What it repeats has arrived with it, as has what that repeated. */
  private void resolve(Change change, Delivery replay) {
    Delivery original = change.delivery(replay.originKey());
    while (original != null && original.isUnresolved()) {
      change.put(after(original, new DeliveryCommand.Resolve()));
      original = change.delivery(original.originKey());
    }
  }

  /**
   * @param isNew whether this call has made it
   * @param isRepeated whether an earlier call with the same key was answered with it
   */
  public record Replay(Delivery original, Delivery replay, boolean isNew, boolean isRepeated) {}

  /**
   * Sends a dead letter again. Whoever asks twice gets the same replay, whatever became of it,
   * unless another one is forced.
   */
  public Replay replay(String id, boolean force, String by, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          Delivery original = found(change, id);
          if (original == null) {
            throw notFound();
          }
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            Delivery made = change.delivery(earlier.getAsLong());
            return new Replay(original, made == null ? original : made, false, true);
          }
          if (original.status() != DeliveryStatus.DEAD_LETTERED) {
            throw Problem.DELIVERY_NOT_DEAD_LETTERED
                .because(
                    "Delivery %s is %s. Only dead letters can be sent again."
                        .formatted(id, original.status().wire()))
                .asException();
          }
          Delivery last = force ? null : lastReplay(change, original);
          Delivery replay = last == null ? again(change, original, by) : last;
          OncePerKey.remember(change, idempotency, replay.key());
          return new Replay(original, replay, last == null, false);
        });
  }

  private static @Nullable Delivery lastReplay(Change change, Delivery original) {
    return change.touchedDeliveries().stream()
        .filter(one -> one.originKey() == original.key())
        .max(Comparator.comparingLong(Delivery::key))
        .orElseGet(
            () -> {
              Delivery stored = change.queries().lastReplay(original.key());
              return stored == null ? null : change.delivery(stored.key());
            });
  }

  private Delivery again(Change change, Delivery original, String by) {
    String id = change.newId(Delivery.PREFIX);
    return lanes.enter(
        change,
        original.again(
            Ulid.keyOf(Delivery.PREFIX, id).orElseThrow(),
            id,
            by,
            change.nowMs(),
            content(change, original)));
  }

  private static @Nullable Delivery found(Change change, String id) {
    OptionalLong key = Ulid.keyOf(Delivery.PREFIX, id);
    Delivery found = key.isPresent() ? change.delivery(key.getAsLong()) : null;
    return found != null && found.id().equals(id) ? found : null;
  }

  /** What people see in place of a target's address. */
  public static String laneOf(ReplyHandle target) {
    return OutputDeliveries.lane(target);
  }

  public static RuntimeException notFound() {
    return Problem.DELIVERY_NOT_FOUND
        .because("There is no such delivery. GET /v1/deliveries lists them.")
        .asException();
  }

  /** Takes some of a session's deliveries away with it; gives how many. */
  public int discardSome(Change change, long sessionKey) {
    List<Delivery> some =
        change
            .queries()
            .deliveries(new DeliveryFilter(sessionKey, null, null, null), Long.MAX_VALUE, AT_ONCE);
    for (Delivery delivery : some) {
      if (delivery.state() instanceof DeliveryState.Sending) {
        // Its courier will find nobody to report to.
        change.tell(AuditActions.sent(delivery, null, "removed"));
      }
      change.remove(delivery);
      if (delivery.isOpen()) {
        lanes.leave(change, delivery);
      }
    }
    return some.size();
  }
}
