package dev.holdpoint.daemon.start;

import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.Store;

/** The other nodes, as far as a start has to know of them: all work with the same keys. */
public final class OtherNodes {
  private OtherNodes() {}

  /** Whether no other node is at work. */
  public static boolean areNone(Store store) {
    Cluster cluster = store.cluster();
    return !cluster.isShared()
        || cluster.nodes().all().stream()
            .noneMatch(node -> node.isLive() && node.epoch() != cluster.epoch());
  }

  /** For a start that lacks a key which other nodes may have: it goes as if it had not come. */
  public static StartRefused withoutKey(Store store, String why) {
    try {
      store.cluster().leave();
    } catch (StoreFailure _) {
      // The others will notice by themselves.
    }
    store.close();
    return new StartRefused(
        store.cluster().isShared()
            ? why
                + ". All nodes of a ledger need the same keys: copy the file from a node "
                + "that has it (docs/scaling.md, What each node keeps)"
            : why);
  }
}
