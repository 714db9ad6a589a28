package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.ReplyHandle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Those outside who get deliveries, and what they have seen of them. */
final class Post {
  private static final int LANES = 2;

  private final RandomGenerator random;
  private final MemoryTables tables;
  private final Set<String> attempts = new HashSet<>();
  private final Map<String, Boolean> taken = new HashMap<>();
  private boolean friendly;

  Post(RandomGenerator random, MemoryTables tables) {
    this.random = random;
    this.tables = tables;
  }

  /** Nobody refuses anything any more. */
  void befriend() {
    friendly = true;
  }

  boolean isDue(long nowMs) {
    Long due = tables.nextDueDelivery();
    return due != null && due <= nowMs;
  }

  static RunSettings settings(RandomGenerator random) {
    return random.nextInt(3) == 0
        ? RunSettings.NONE
        : RunSettings.NONE.replyingTo(
            List.of(new ReplyHandle("http", "lane " + random.nextInt(LANES))));
  }

  /** What somebody outside says when a courier stands at the door. */
  AttemptResult carry(DeliveryAttempt parcel) {
    Delivery delivery =
        Objects.requireNonNull(
            tables.delivery(Ulid.keyOf(Delivery.PREFIX, parcel.deliveryId()).orElseThrow()));
    hold(
        attempts.add(parcel.deliveryId() + " " + parcel.attempt()),
        "%s came twice with the same attempt",
        parcel.deliveryId());
    hold(
        delivery.state().attempts() >= parcel.attempt(),
        "%s came and nobody had written that it would",
        parcel.deliveryId());
    hold(
        tables.openDeliveries(delivery.lane(), 0, 1).getFirst().key() >= delivery.key(),
        "%s has overtaken another of its lane",
        parcel.deliveryId());
    int mood = friendly ? 0 : random.nextInt(8);
    if (mood == 1) {
      return new AttemptResult.Refused(DeliveryFault.TERMINAL, true, null, null);
    }
    if (mood == 2 || mood == 3) {
      return new AttemptResult.Refused(DeliveryFault.STATUS, false, null, null);
    }
    taken.put(parcel.deliveryId(), true);
    return new AttemptResult.Taken("00");
  }

  /** Everything has come to its end: what was said was sent, and the record tells of all of it. */
  void reckon(Stream<Run> runs) {
    runs.forEach(
        run -> {
          long wanted = (long) run.outputs().size() * run.head().settings().replyTargets().size();
          List<Delivery> sent = tables.deliveriesOf(List.of(run.key()), Integer.MAX_VALUE);
          hold(
              sent.size() == wanted,
              "run %s has %d deliveries of %d",
              run.id(),
              sent.size(),
              wanted);
          chain(run, sent);
        });
    for (Delivery delivery : tables.deliveries.values()) {
      hold(!delivery.isOpen(), "%s came to no end: %s", delivery.id(), delivery.state());
      hold(
          !(delivery.state() instanceof DeliveryState.Delivered)
              || taken.containsKey(delivery.id()),
          "%s is told as delivered and nobody has it",
          delivery.id());
    }
    checkpoints();
  }

  private void chain(Run run, List<Delivery> sent) {
    List<ExternalAction> chain = tables.actions(run.key(), 0, Integer.MAX_VALUE);
    String before = null;
    int sequence = 0;
    int open = 0;
    for (ExternalAction action : chain) {
      hold(
          action.sequence() == ++sequence && Objects.equals(action.seal().prevHash(), before),
          "the chain of run %s is broken at %d",
          run.id(),
          sequence);
      before = action.seal().recordHash();
      if (!action.deed().kind().isCovered()) {
        open += action.deed().phase() == ExternalAction.Phase.REQUEST ? 1 : -1;
      }
    }
    hold(open == 0, "the chain of run %s lacks the end of %d deeds", run.id(), open);
    long attempted = sent.stream().mapToLong(delivery -> delivery.state().attempts()).sum();
    long told =
        chain.stream()
            .filter(action -> action.deed().toolCallId() == null)
            .filter(action -> action.deed().phase() == ExternalAction.Phase.REQUEST)
            .count();
    hold(
        attempted == told,
        "the chain of run %s tells of %d attempts and there were %d",
        run.id(),
        told,
        attempted);
  }

  private void checkpoints() {
    Map<Long, Checkpoint.OfRun> last = new HashMap<>();
    long sequence = 0;
    for (Checkpoint checkpoint : tables.checkpoints.values()) {
      hold(checkpoint.sequence() == ++sequence, "checkpoint %d is missing", sequence);
      Checkpoint.OfRun run = checkpoint.run();
      if (run != null) {
        last.put(run.runKey(), run);
      }
    }
    hold(last.keySet().equals(tables.actions.keySet()), "a chain without a checkpoint");
    last.forEach(
        (key, point) -> {
          ExternalAction end = Objects.requireNonNull(tables.lastAction(key));
          hold(
              point.count() == end.sequence() && point.lastHash().equals(end.seal().recordHash()),
              "the chain of run %s does not end where its checkpoint says",
              point.runId());
        });
  }
}
