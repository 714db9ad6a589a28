package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.cluster.Node;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** No cluster at all: what an earlier daemon has left, it has left under the epoch 0. */
final class SingleNode implements Cluster {
  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public long epoch() {
    return 0;
  }

  @Override
  public @Nullable String name() {
    return null;
  }

  @Override
  public long join(String name, Node.Card card, long leaseMs) {
    return 0;
  }

  @Override
  public boolean hasMade(Node node) {
    return true;
  }

  @Override
  public Beat beat(Node.Card card) {
    return new Beat(0, false, 0);
  }

  @Override
  public Nodes nodes() {
    return new Nodes(0, List.of());
  }

  @Override
  public List<Node> declareLost(long silentMs) {
    return List.of();
  }

  @Override
  public List<Long> unsettled() {
    return List.of(0L);
  }

  @Override
  public void settled(long epoch) {}

  @Override
  public int release(Collection<Long> but) {
    return 0;
  }

  @Override
  public List<Long> claim(int room, int most) {
    throw new UnsupportedOperationException("a single node has no other nodes to take runs from");
  }

  @Override
  public void leave() {}

  @Override
  public void drain(long epoch, boolean on) {
    throw new UnsupportedOperationException("a single node has no other nodes to hand its work to");
  }

  @Override
  public void announce() {}

  @Override
  public boolean await(long ms) throws InterruptedException {
    throw new UnsupportedOperationException("no other node writes");
  }

  @Override
  public @Nullable LedgerHead head() {
    return null;
  }
}
