package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.loop.EffectTerms;
import dev.holdpoint.agent.loop.WorkerPool;
import dev.holdpoint.agent.process.Leftover;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.daemon.cluster.Membership;
import dev.holdpoint.daemon.cluster.NodeThreads;
import dev.holdpoint.daemon.cluster.Pulse;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.DataFolder;
import dev.holdpoint.daemon.start.NodeId;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.cluster.Roster;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This daemon's place among those that share its ledger, and what it does about those that are
 * gone. A restart is the same: the daemon before is a node that is gone, and where there can be no
 * others, it has left everything under the epoch 0.
 */
public final class ClusterWiring implements Membership.Affairs, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClusterWiring.class);

  /** How many beats pass between two looks for what is due. */
  private static final int LOOK_BEATS = 5;

  private final Cluster cluster;
  private final InstantSource clock;
  private final long leaseMs;
  private final Membership membership;

  /** The epochs of those whose remains nobody had seen to when this daemon came. */
  private final List<Long> left;

  private final Start start;

  private final List<LongConsumer> settling = new CopyOnWriteArrayList<>();
  private final List<Runnable> due = new ArrayList<>();
  private final AtomicInteger beats = new AtomicInteger();
  private @Nullable Pulse pulse;
  private @Nullable NodeThreads threads;
  private volatile @Nullable WorkerPool crew;
  private Runnable lettingGo = () -> {};
  private volatile LongSupplier commitsSeen = () -> 0;
  private volatile boolean ready;

  /** What a node says of itself. */
  private record Face(String id, String version, Supplier<String> address, IntSupplier streams) {}

  private ClusterWiring(
      Cluster cluster, String name, Config config, Face face, InstantSource clock, Start start) {
    this.cluster = cluster;
    this.start = start;
    this.clock = clock;
    this.leaseMs = config.cluster().leaseMs();
    String given =
        config.cluster().address() == null ? null : String.valueOf(config.cluster().address());
    this.membership =
        new Membership(
            cluster,
            name,
            off ->
                new Node.Card(
                    face.id,
                    given == null ? face.address.get() : given,
                    face.version,
                    off,
                    atWork(),
                    face.streams.getAsInt()),
            leaseMs,
            clock,
            this);
    cluster.join(name, new Node.Card(face.id, given, face.version, 0, 0, 0), leaseMs);
    this.left = cluster.unsettled();
  }

  /** Joins the others before anything is written. */
  public static ClusterWiring join(
      Config config,
      DataFolder folder,
      Store store,
      InstantSource clock,
      String version,
      Supplier<String> address,
      IntSupplier streams,
      Start start)
      throws StartRefused {
    NodeId id = NodeId.of(folder);
    ClusterWiring office =
        new ClusterWiring(
            store.cluster(),
            id.name(config),
            config,
            new Face(id.value(), version, address, streams),
            clock,
            start);
    if (store.cluster().isShared()) {
      office.pulse = new Pulse(office.membership).start();
    }
    return office;
  }

  /** All who are there, as people ask about them. */
  Roster roster(long startedAtMs) {
    Roster.Self self = new Roster.Self(membership.name(), startedAtMs, membership::card);
    return new Roster(cluster, self, clock::millis, leaseMs);
  }

  /**
   * What becomes of calls that left no result here, or at a node whose runs this one takes over.
   */
  public EffectTerms effects(Config config, List<Leftover> leftovers) {
    return new EffectTerms(
        leftovers,
        config.asksAboutEffects(),
        config.effectQuestionExpiresAfterMs(),
        cluster.isShared() ? membership.name() : null);
  }

  public Membership membership() {
    return membership;
  }

  /** Goes on among the others from now on, but minds only its own business until it is ready. */
  public void begin(Engine engine, WorkerPool workers) {
    this.crew = workers;
    this.commitsSeen = engine::commitsSeen;
    if (cluster.isShared()) {
      NodeThreads all = new NodeThreads(engine, membership, workers::lookIfFree);
      engine.onCommit(all);
      engine.amongOthers(workers::takes);
      all.start();
      threads = all;
    }
  }

  /**
   * How something is seen to that nodes leave behind; done now for those that were gone already.
   *
   * @param doing as the end of the sentence "it is …"
   */
  public void settles(String doing, LongConsumer way) {
    settling.add(way);
    start.step(doing);
    left.forEach(way::accept);
  }

  /**
   * @param looks what is done now and then, because another may have set something that is due
   * @param letGo what is done when the others take this node for gone
   */
  public void ready(List<Runnable> looks, Runnable letGo) {
    due.addAll(looks);
    lettingGo = letGo;
    left.forEach(cluster::settled);
    ready = true;
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public long commitsSeen() {
    return commitsSeen.getAsLong();
  }

  @Override
  public void settle(long epoch) {
    RuntimeException first = null;
    for (LongConsumer way : settling) {
      try {
        way.accept(epoch);
      } catch (RuntimeException e) {
        // What can be seen to is; the rest is tried again.
        first = first == null ? e : first;
      }
    }
    workers().lookAgain();
    cluster.announce();
    due.forEach(Runnable::run);
    if (first != null) {
      throw first;
    }
  }

  @Override
  public void letGo() {
    if (crew != null) {
      workers().letGo();
    }
    lettingGo.run();
  }

  @Override
  public void back() {
    if (crew != null) {
      workers().lookAgain();
    }
  }

  @Override
  public void drain(boolean on) {
    workers().take(!on);
    if (on) {
      release();
    }
  }

  /** What nobody here works on, others may. */
  private void release() {
    if (cluster.release(workers().inHand()) > 0) {
      cluster.announce();
    }
  }

  @Override
  public void lookAround() {
    if (beats.incrementAndGet() % LOOK_BEATS == 0) {
      due.forEach(Runnable::run);
      if (membership.others() > 0 && workers().isBehind()) {
        release();
      }
    }
  }

  @Override
  public void stop(String why) {
    log.error("stopping: {}", why);
    Runtime.getRuntime().halt(70);
  }

  private int atWork() {
    WorkerPool known = crew;
    return known == null ? 0 : known.atWork();
  }

  private WorkerPool workers() {
    WorkerPool known = crew;
    if (known == null) {
      throw new IllegalStateException("the workers have not started yet");
    }
    return known;
  }

  /** From now on work is handed over, and nobody gives this node any. */
  public void leaving() {
    try {
      if (cluster.isShared()) {
        cluster.drain(cluster.epoch(), true);
      }
    } catch (RuntimeException e) {
      log.warn("the other nodes could not be notified that this one stops: {}", e.getMessage());
    }
  }

  /**
   * Nobody works here any more. The others need not wait until somebody has seen to what this node
   * leaves, but for runs whose agents end with it.
   */
  public void handOver() {
    try {
      if (cluster.isShared()) {
        release();
      }
    } catch (RuntimeException e) {
      log.warn("the other nodes take over this node's runs when it is gone: {}", e.getMessage());
    }
  }

  /** Goes, after the last commit; what is left is for the others, or for the next start. */
  @Override
  public void close() {
    if (pulse != null) {
      pulse.close();
    }
    if (threads != null) {
      threads.close();
    }
    try {
      if (cluster.isShared()) {
        cluster.leave();
      }
    } catch (StoreFailure e) {
      log.warn("the other nodes could not be notified that this one leaves: {}", e.getMessage());
    }
  }
}
