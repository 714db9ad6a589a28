package dev.holdpoint.store.postgres;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.store.sql.NodeRows.Seat;
import dev.holdpoint.store.sql.SqlDialect;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The nodes on one database. Who is there changes only under the writer's lock, between the
 * transactions of all nodes: whoever counts as gone has committed before that, or never will. All
 * else goes over a connection of its own, which a busy writer does not hold up.
 */
final class PostgresCluster implements Cluster, AutoCloseable {
  private static final String CHANNEL = "holdpoint";
  private static final int MOST_TRIES = 5;

  private final PostgresStore store;
  private final SideConnection side;
  private final NotifyListener ear;

  /** By which a node knows its own calls, and passes over them. */
  private final String voice = UUID.randomUUID().toString();

  /** The row that was made last; nobody may have said that it was committed. */
  private volatile @Nullable Seat taken;

  PostgresCluster(PostgresStore store, PostgresUrl url, SqlDialect dialect) {
    this.store = store;
    this.side = new SideConnection(url, dialect);
    this.ear = new NotifyListener(url, CHANNEL, voice);
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public long epoch() {
    return store.seat().epoch();
  }

  @Override
  public @Nullable String name() {
    String name = store.seat().name();
    return name.isEmpty() ? null : name;
  }

  /**
   * A daemon that starts does this for the first time, with the lock in hand, and the others may
   * take it for stuck. Whoever comes twice takes its own place, so it can try again.
   */
  @Override
  public long join(String name, Node.Card card, long leaseMs) {
    for (int tries = 1; ; tries++) {
      try {
        return joinOnce(name, card, leaseMs);
      } catch (StoreFailure e) {
        boolean cutShort = e instanceof CommitInDoubt || PostgresDialect.isLostConnection(e);
        if (!cutShort || tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private long joinOnce(String name, Node.Card card, long leaseMs) {
    ClusterTimeouts patience = new ClusterTimeouts(leaseMs);
    Seat joined =
        store.amongNodes(
            false,
            nodes -> {
              nodes.checkAdmitted();
              Node before = nodes.live(name);
              if (before != null) {
                if (!before.card().id().equals(card.id())
                    && before.silentMs(nodes.nowMs()) < leaseMs) {
                  throw new StoreFailure(
                      "there is already a node with the name %s%s: give each node its own cluster.name"
                          .formatted(
                              name,
                              before.card().address() == null
                                  ? ""
                                  : " (" + before.card().address() + ")"));
                }
                nodes.end(before.epoch(), Node.State.LOST);
              }
              // Who comes back after a pause does as the operator has told it before.
              Seat seat = nodes.add(name, card, nodes.wasDraining(store.seat()));
              taken = seat;
              return seat;
            });
    store.seat(joined, patience);
    side.wait(patience);
    return joined.epoch();
  }

  @Override
  public boolean hasMade(Node node) {
    Seat last = taken;
    return last != null && last.isOf(node);
  }

  @Override
  public @Nullable Beat beat(Node.Card card) {
    Seat own = store.seat();
    return side.ask(
        nodes -> {
          nodes.checkAdmitted();
          return nodes.beat(own, card);
        });
  }

  @Override
  public Nodes nodes() {
    return side.ask(nodes -> nodes.shown());
  }

  @Override
  public List<Node> declareLost(long silentMs) {
    return store.amongNodes(true, nodes -> nodes.lose(silentMs, epoch()));
  }

  @Override
  public List<Long> unsettled() {
    return side.ask(nodes -> nodes.unsettled());
  }

  @Override
  public void settled(long epoch) {
    store.amongNodes(
        true,
        nodes -> {
          nodes.settled(epoch);
          return epoch;
        });
  }

  @Override
  public List<Long> claim(int room, int most) {
    Seat own = store.seat();
    return side.ask(
        nodes -> {
          if (room > 0) {
            nodes.claim(own, room);
          }
          return nodes.held(own, most);
        });
  }

  @Override
  public int release(Collection<Long> but) {
    Seat own = store.seat();
    return side.ask(nodes -> nodes.release(own, but));
  }

  @Override
  public void leave() {
    long own = epoch();
    store.amongNodes(
        true,
        nodes -> {
          nodes.end(own, Node.State.LEFT);
          return own;
        });
    announce();
  }

  @Override
  public void drain(long epoch, boolean on) {
    store.amongNodes(
        true,
        nodes -> {
          nodes.drain(epoch, on);
          return on;
        });
    announce();
  }

  @Override
  public void announce() {
    side.ask(
        nodes -> {
          nodes.announce(CHANNEL, voice);
          return true;
        });
  }

  @Override
  public boolean await(long ms) throws InterruptedException {
    return ear.await(ms);
  }

  @Override
  public LedgerHead head() {
    LedgerHead head = side.ask(nodes -> nodes.head());
    store.saw(head);
    return head;
  }

  @Override
  public void close() {
    side.close();
    ear.close();
  }
}
