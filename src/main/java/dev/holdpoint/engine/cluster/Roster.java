package dev.holdpoint.engine.cluster;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.store.Cluster;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The daemons that share the ledger, as people ask about them. Where nobody can share it, there is
 * this one alone.
 */
public final class Roster {
  /** The least time after which people are told that a node says nothing. */
  private static final long SILENT_MS = 3_000;

  private final Cluster cluster;
  private final Self self;
  private final LongSupplier clock;
  private final long silentMs;

  /**
   * This daemon, for where nobody keeps a list.
   *
   * @param card what it says of itself now
   */
  public record Self(String name, long startedAtMs, Supplier<Node.Card> card) {}

  public enum State {
    LIVE,
    DRAINING,
    /** It should have said something by now, and does not count as gone yet. */
    SILENT,
    LEFT,
    LOST
  }

  /**
   * @param self whether it is this daemon
   */
  public record Entry(Node node, State state, long silentMs, boolean self) {}

  /**
   * All of them at one moment.
   *
   * @param epoch of this daemon; 0 when it has not joined, and where it is alone by nature
   * @param clockOffMs how far this machine's clock is ahead of the database's, at least
   */
  public record Look(boolean shared, long epoch, List<Entry> entries, long clockOffMs) {
    public Look {
      entries = List.copyOf(entries);
    }

    public @Nullable Entry self() {
      return entries.stream().filter(Entry::self).findFirst().orElse(null);
    }

    /** Whether the others take this daemon for gone, so that none of its commits succeeds. */
    public boolean isCutOff() {
      Entry own = self();
      return epoch != 0 && (own == null || !own.node.isLive());
    }

    public boolean isDraining() {
      Entry own = self();
      return own != null && own.node.isLive() && own.node.draining();
    }

    public long count(State state) {
      return entries.stream().filter(entry -> entry.state == state).count();
    }

    public long live() {
      return entries.stream().filter(entry -> entry.node.isLive()).count();
    }
  }

  /**
   * @param leaseMs after so long a silence a node counts as gone
   */
  public Roster(Cluster cluster, Self self, LongSupplier clock, long leaseMs) {
    this.cluster = cluster;
    this.self = self;
    this.clock = clock;
    this.silentMs = silentMs(leaseMs);
  }

  /** Nodes say more often than that that they are there, and count as gone much later. */
  public static long silentMs(long leaseMs) {
    return Math.max(SILENT_MS, leaseMs * 3 / 10);
  }

  public Look look() {
    if (!cluster.isShared()) {
      return new Look(false, 0, List.of(alone()), 0);
    }
    long before = clock.getAsLong();
    long epoch = cluster.epoch();
    Cluster.Nodes nodes = cluster.nodes();
    long off = clockOff(before, nodes.databaseMs(), clock.getAsLong());
    List<Entry> entries =
        nodes.all().stream()
            .filter(node -> !hasSuccessor(node, nodes.all()))
            .map(node -> entry(node, nodes.databaseMs(), epoch))
            .toList();
    return new Look(true, epoch, entries, off);
  }

  /**
   * How far the clock is ahead, at least: the database has told its time somewhere between two
   * looks at ours.
   */
  public static long clockOff(long beforeMs, long databaseMs, long afterMs) {
    if (databaseMs < beforeMs) {
      return beforeMs - databaseMs;
    }
    return databaseMs > afterMs ? afterMs - databaseMs : 0;
  }

  private Entry alone() {
    long nowMs = clock.getAsLong();
    Node node =
        new Node(
            0, self.name, Node.State.LIVE, self.startedAtMs, nowMs, false, false, self.card.get());
    return new Entry(node, State.LIVE, 0, true);
  }

  /** A node that was started again is shown once. */
  private static boolean hasSuccessor(Node node, List<Node> all) {
    return !node.isLive()
        && all.stream()
            .anyMatch(other -> other.name().equals(node.name()) && other.epoch() > node.epoch());
  }

  private Entry entry(Node node, long databaseMs, long epoch) {
    long quiet = node.silentMs(databaseMs);
    return new Entry(node, state(node, quiet), quiet, node.epoch() == epoch);
  }

  private State state(Node node, long quietMs) {
    return switch (node.state()) {
      case LEFT -> State.LEFT;
      case LOST -> State.LOST;
      case LIVE ->
          quietMs > silentMs ? State.SILENT : node.draining() ? State.DRAINING : State.LIVE;
    };
  }

  public Entry find(String name) {
    return find(look(), name);
  }

  private static Entry find(Look look, String name) {
    return look.entries().stream()
        .filter(entry -> entry.node.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    Problem.NODE_NOT_FOUND,
                    "There is no node '%s'. GET /v1/nodes lists them.".formatted(name)));
  }

  /** Has the node hand its work over and take none, or has it take some again. */
  public Entry drain(String name, boolean on) {
    return drain(name, epoch -> cluster.drain(epoch, on));
  }

  /**
   * The same.
   *
   * @param commit does it, for the node of this epoch
   */
  public Entry drain(String name, LongConsumer commit) {
    Entry found = find(name);
    if (!cluster.isShared()) {
      throw refused(
          Problem.NODE_ALONE,
          "The ledger is in SQLite, so there are no other nodes to take over the "
              + "work. Stop the daemon instead.");
    }
    if (!found.node.isLive()) {
      throw refused(
          Problem.NODE_GONE,
          "The node '%s' is gone. Start it again to give it work.".formatted(name));
    }
    commit.accept(found.node.epoch());
    cluster.announce();
    return find(name);
  }

  private static Refused refused(Problem problem, String detail) {
    return problem.because(detail).asException();
  }
}
