package dev.holdpoint.daemon.cluster;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.port.failure.Outdated;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Cluster;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's place among the others, and sees to what those leave behind that are gone. One
 * beat after the other; it has no thread of its own.
 *
 * <p>How long the work of a node that dies lies idle, in beats of a tenth of the lease: it may have
 * been heard a moment before, so it counts as silent after 7, and the next beat of any other finds
 * that at 8 at the latest. Who finds it sees to it at once, whatever became of the rest. Should
 * just that one stop as well, the first of the others takes over at its next beat, at 9; should
 * that be the one that stopped, the others wait one beat for it in vain, and do it at 10: within
 * the lease, and what a stopped node may hold up besides is in {@code Patience}.
 */
public final class Membership {
  private static final Logger log = LoggerFactory.getLogger(Membership.class);

  /** Of the lease: how often a node says that it is there. */
  private static final int BEATS = 10;

  /** Of those: after how many that nobody has heard a node counts as gone. */
  private static final int SILENT_BEATS = 7;

  /** Who is not the first to see to what another has left waits so many beats for him. */
  private static final int POLITE_BEATS = 1;

  private final Cluster cluster;
  private final String name;
  private final Function<Long, Node.Card> card;
  private final long leaseMs;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Affairs affairs;
  private final Map<Long, Integer> waited = new HashMap<>();
  private volatile long clockOffMs;
  private volatile boolean cutOff;
  private volatile boolean draining;
  private volatile int others;
  private final AtomicLong takeOvers = new AtomicLong();
  private final Set<Long> underWay = ConcurrentHashMap.newKeySet();

  /** Since when, by this machine, every beat was heard; null when the last one was not. */
  private @Nullable Long steadySince;

  private long lastBeatMs;
  private final AtomicBoolean declaring = new AtomicBoolean();
  private final AtomicBoolean looking = new AtomicBoolean();

  /** What the rest of the daemon does about it. */
  public interface Affairs {
    /** Whether this node can see to anything but its own place yet. */
    boolean isReady();

    /** Sees to what a node has left that is gone. May be asked again for the same. */
    void settle(long epoch);

    /** The others take this node for gone: nothing that it has in hand is its own any more. */
    void letGo();

    /** This node has its place again, under a new epoch. */
    void back();

    /** Hands work over and takes none, or takes some again. */
    void drain(boolean on);

    /** How many commits of the ledger this daemon knows of. */
    long commitsSeen();

    /** Who is there has changed, or time has passed: look for what is due. */
    void lookAround();

    /** This daemon must not go on. */
    void stop(String why);
  }

  /**
   * @param card what this node says of itself, given how far its clock is off
   */
  public Membership(
      Cluster cluster,
      String name,
      Function<Long, Node.Card> card,
      long leaseMs,
      InstantSource clock,
      Affairs affairs) {
    this(cluster, name, card, leaseMs, clock, System::nanoTime, affairs);
  }

  /**
   * @param nanos by which it is measured how long this node has been steady
   */
  Membership(
      Cluster cluster,
      String name,
      Function<Long, Node.Card> card,
      long leaseMs,
      InstantSource clock,
      LongSupplier nanos,
      Affairs affairs) {
    this.cluster = cluster;
    this.name = name;
    this.card = card;
    this.leaseMs = leaseMs;
    this.clock = clock;
    this.nanos = nanos;
    this.affairs = affairs;
  }

  public String name() {
    return name;
  }

  /** What this node says of itself now. */
  public Node.Card card() {
    return card.apply(clockOffMs);
  }

  /** How far this machine's clock is ahead of the database's. */
  public long clockOffMs() {
    return clockOffMs;
  }

  /** Whether the last beat was not heard, or the others take this node for gone. */
  public boolean isCutOff() {
    return cutOff;
  }

  public boolean isDraining() {
    return draining;
  }

  /** How many others there are. */
  public int others() {
    return others;
  }

  /** How often this node has seen to what another had left. */
  public long takeOvers() {
    return takeOvers.get();
  }

  /**
   * Since when one of those that are there now has been, by this machine's clock: what was due in
   * that time was not missed, whoever is late to see to it. One that nobody has heard lately may
   * have been dead for as long.
   *
   * @param startedAtMs when this daemon started
   */
  public long attendedSinceMs(long startedAtMs) {
    Cluster.Nodes now = cluster.nodes();
    long aheadMs = clock.millis() - now.databaseMs();
    return now.all().stream()
        .filter(node -> node.isLive() && node.epoch() != cluster.epoch())
        .filter(node -> node.silentMs(now.databaseMs()) <= silentMs())
        .mapToLong(node -> node.joinedAtMs() + aheadMs)
        .reduce(startedAtMs, Math::min);
  }

  long beatMs() {
    return leaseMs / BEATS;
  }

  /** Says that this node is there, and looks whether the others are. */
  void beat() {
    try {
      // Asked first: there may be more by the time of the beat, but never fewer.
      long seen = affairs.commitsSeen();
      long before = clock.millis();
      Cluster.Beat heard = cluster.beat(card.apply(clockOffMs));
      long after = clock.millis();
      if (heard == null) {
        joinAgain();
        return;
      }
      if (heard.commits() < seen) {
        affairs.stop(String.valueOf(StoreBroken.goneBack(heard.commits(), seen).getMessage()));
        return;
      }
      clockOffMs = (before + after) / 2 - heard.databaseMs();
      cutOff = false;
      if (affairs.isReady()) {
        drain(heard.draining());
        lookAtTheOthers();
      }
    } catch (Outdated e) {
      affairs.stop(String.valueOf(e.getMessage()));
    } catch (StoreFailure e) {
      if (!cutOff) {
        log.warn("the heartbeat of this node could not be written: {}", e.getMessage());
      }
      cutOff = true;
      steadySince = null;
    }
  }

  private void drain(boolean wanted) {
    if (wanted != draining) {
      log.info(wanted ? "handing work over to the other nodes" : "taking work again");
    }
    if (wanted || draining) {
      draining = wanted;
      affairs.drain(wanted);
    }
  }

  /**
   * Who was away himself, or stood still, cannot tell whether the others were: after the database
   * has been gone for a while they all look silent, and get the time to come back.
   */
  private void lookAtTheOthers() {
    long nowMs = TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong());
    Long since = steadySince;
    if (since == null || nowMs - lastBeatMs > silentMs()) {
      steadySince = nowMs;
    } else if (nowMs - since > silentMs() && isAnySilent()) {
      beside(declaring, this::declareLost);
    }
    lastBeatMs = nowMs;
    List<Node> live = cluster.nodes().all().stream().filter(Node::isLive).toList();
    others = live.size() - 1;
    settle(!live.isEmpty() && live.getFirst().epoch() == cluster.epoch());
    beside(looking, affairs::lookAround);
  }

  private void declareLost() {
    for (Node lost : cluster.declareLost(silentMs())) {
      log.warn("node {} (epoch {}) is silent and considered gone", lost.name(), lost.epoch());
      // Nobody is more certain to be there than who has just said so.
      seeTo(lost.epoch());
    }
  }

  /** What takes the writer's turn, or makes commits, must not hold up the beats. */
  private static void beside(AtomicBoolean underWay, Runnable task) {
    if (underWay.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("node-beside")
          .start(
              () -> {
                try {
                  task.run();
                } catch (RuntimeException e) {
                  Outage.unlessAway(log, "waits for the next heartbeat", e);
                } finally {
                  underWay.set(false);
                }
              });
    }
  }

  /** Asked first: to count one as gone takes the writer's lock. */
  private boolean isAnySilent() {
    Cluster.Nodes now = cluster.nodes();
    return now.all().stream()
        .anyMatch(node -> node.isLive() && node.silentMs(now.databaseMs()) > silentMs());
  }

  private long silentMs() {
    return beatMs() * SILENT_BEATS;
  }

  private void settle(boolean first) {
    List<Long> gone = cluster.unsettled();
    waited.keySet().retainAll(gone);
    for (long epoch : gone) {
      if (first || waited.merge(epoch, 1, Integer::sum) > POLITE_BEATS) {
        seeTo(epoch);
      }
    }
  }

  /** Beside the beats: it may take longer than a node may be silent. */
  private void seeTo(long epoch) {
    if (!underWay.add(epoch)) {
      return;
    }
    Thread.ofVirtual()
        .name("node-heir")
        .start(
            () -> {
              try {
                affairs.settle(epoch);
                cluster.settled(epoch);
                takeOvers.incrementAndGet();
                log.info("the work of the node with epoch {} was taken over", epoch);
              } catch (RuntimeException e) {
                Outage.unlessAway(
                    log, "the work of a gone node will be taken over at the next check", e);
              } finally {
                underWay.remove(epoch);
              }
            });
  }

  private void joinAgain() {
    cutOff = true;
    steadySince = null;
    long own = cluster.epoch();
    Node other =
        cluster.nodes().all().stream()
            .filter(node -> node.isLive() && node.name().equals(name))
            .findFirst()
            .orElse(null);
    if (other != null && other.epoch() >= own && !cluster.hasMade(other)) {
      affairs.stop(
          "another daemon with the name %s has replaced this one: give each node its own cluster.name"
              .formatted(name));
      return;
    }
    log.warn("the other nodes considered this one gone; it drops its work and rejoins");
    affairs.letGo();
    cluster.join(name, card.apply(clockOffMs), leaseMs);
    affairs.back();
  }
}
