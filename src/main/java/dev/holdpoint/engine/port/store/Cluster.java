package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.failure.Outdated;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The daemons that share the ledger, and this one's place among them. Whoever has joined commits
 * under its epoch; from the moment at which it counts as gone, none of its commits succeeds.
 */
public interface Cluster {
  /** Of a ledger that only one daemon can write to. */
  Cluster ALONE = new SingleNode();

  /** Whether there can be others. */
  boolean isShared();

  /** This daemon's; 0 while it has not joined, and where it is alone by nature. */
  long epoch();

  /** Under which this daemon has joined; null while it has not, and where it is alone by nature. */
  @Nullable String name();

  /**
   * Comes in, in the place of an earlier daemon of that name; gives the epoch. Who was draining and
   * comes back goes on draining.
   *
   * @param leaseMs within which the work of one that is gone is taken over
   * @throws StoreFailure when another one of that name is there
   * @throws Outdated when the tables take a newer program by now
   */
  long join(String name, Node.Card card, long leaseMs);

  /**
   * Says that this node is there.
   *
   * @return null when it counts as gone
   * @throws Outdated when the tables take a newer program by now
   */
  @Nullable Beat beat(Node.Card card);

  /** Whether this daemon itself has made the row, or was about to and never heard the end of it. */
  boolean hasMade(Node node);

  /**
   * What a node hears when it says that it is there.
   *
   * @param commits how many the ledger has
   */
  record Beat(long databaseMs, boolean draining, long commits) {}

  /** All that are live, and those that went lately, oldest first, at one moment. */
  Nodes nodes();

  record Nodes(long databaseMs, List<Node> all) {
    public @Nullable Node live(long epoch) {
      return all.stream().filter(n -> n.isLive() && n.epoch() == epoch).findFirst().orElse(null);
    }
  }

  /** Counts as gone whoever was silent for longer than this; gives those that were found. */
  List<Node> declareLost(long silentMs);

  /** Epochs of nodes that are gone and whose remains nobody has seen to yet, oldest first. */
  List<Long> unsettled();

  /** What the node has left behind has been seen to. */
  void settled(long epoch);

  /**
   * Takes up to {@code room} runs that wait for a worker and belong to nobody; gives all that this
   * node has then, the oldest first, up to {@code most}.
   */
  List<Long> claim(int room, int most);

  /** Lets the others have all runs of this node but these; gives how many there were. */
  int release(Collection<Long> but);

  /** Goes: what it still has is for the others to see to. */
  void leave();

  /** Has a node hand over its work and take none, or has it take some again. */
  void drain(long epoch, boolean on);

  /** Wakes the others up: something was committed. */
  void announce();

  /** Until somebody has called, or may have, and never longer than this; whether it is so. */
  boolean await(long ms) throws InterruptedException;

  /** How far the ledger has come; null where nobody else writes. */
  @Nullable LedgerHead head();
}
