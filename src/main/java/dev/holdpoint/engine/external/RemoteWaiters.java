package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.WaitingNodes;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Portions;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.List;

/** That somebody waits for what a run asks, told to the other nodes by the ledger. */
public final class RemoteWaiters {
  private final Commits commits;

  public RemoteWaiters(Commits commits) {
    this.commits = commits;
  }

  /** Somebody waits here from now on, unless there is nothing to wait for. */
  static void begin(Change change, Run run) {
    long node = change.ledger().epoch();
    if (node == 0 || run.status().isSettled()) {
      return;
    }
    WaitingNodes known = change.kept(WaitingNodes.KIND, run.key());
    if (known == null || !known.nodes().contains(node)) {
      change.keep(
          WaitingNodes.KIND,
          (known == null ? new WaitingNodes(run.key(), List.of()) : known).with(node));
    }
  }

  /** Whether somebody waits at another node, which is there. */
  static boolean isKeptElsewhere(Change change, Run run) {
    long own = change.ledger().epoch();
    WaitingNodes known = own == 0 ? null : change.kept(WaitingNodes.KIND, run.key());
    return known != null && isElsewhere(known, own, change.queries());
  }

  /** The same, as it is committed. */
  static boolean isKeptElsewhere(Queries queries, Run run, long own) {
    WaitingNodes known = queries.kept(WaitingNodes.KIND, run.key());
    return known != null && isElsewhere(known, own, queries);
  }

  private static boolean isElsewhere(WaitingNodes known, long own, Queries queries) {
    return known.nodes().stream().anyMatch(node -> node != own && queries.silentMs(node) != null);
  }

  /** Nobody waits at this node any more. */
  static void end(Change change, long runKey, long node) {
    WaitingNodes known = change.kept(WaitingNodes.KIND, runKey);
    if (known == null || !known.nodes().contains(node)) {
      return;
    }
    WaitingNodes left = known.without(node);
    if (left.nodes().isEmpty()) {
      change.discard(WaitingNodes.KIND, left);
    } else {
      change.keep(WaitingNodes.KIND, left);
    }
  }

  /**
   * Whoever waited at a node has gone with it.
   *
   * @param node its epoch
   */
  public void recover(Engine engine, long node) {
    List<WaitingNodes> left =
        engine.read(
            queries ->
                RecordWalk.of(queries, WaitingNodes.KIND, null)
                    .filter(watch -> watch.nodes().contains(node))
                    .toList());
    Portions.of(
        left,
        some ->
            commits.commit(
                change -> {
                  some.forEach(watch -> end(change, watch.key(), node));
                  return some.size();
                }));
  }
}
