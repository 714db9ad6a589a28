package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.Watch;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Portions;
import dev.holdpoint.engine.port.store.ShelfWalk;
import java.util.List;

/** That somebody waits for what a run asks, told to the other nodes by the ledger. */
public final class Watches {
  private final Commits commits;

  public Watches(Commits commits) {
    this.commits = commits;
  }

  /** Somebody waits here from now on, unless there is nothing to wait for. */
  static void begin(Change change, Run run) {
    long node = change.ledger().epoch();
    if (node == 0 || run.status().isSettled()) {
      return;
    }
    Watch known = change.kept(Watch.SHELF, run.key());
    if (known == null || !known.nodes().contains(node)) {
      change.keep(
          Watch.SHELF, (known == null ? new Watch(run.key(), List.of()) : known).with(node));
    }
  }

  /** Whether somebody waits at another node, which is there. */
  static boolean isKeptElsewhere(Change change, Run run) {
    long own = change.ledger().epoch();
    Watch known = own == 0 ? null : change.kept(Watch.SHELF, run.key());
    return known != null
        && known.nodes().stream()
            .anyMatch(node -> node != own && change.queries().silentMs(node) != null);
  }

  /** Nobody waits at this node any more. */
  static void end(Change change, long runKey, long node) {
    Watch known = change.kept(Watch.SHELF, runKey);
    if (known == null || !known.nodes().contains(node)) {
      return;
    }
    Watch left = known.without(node);
    if (left.nodes().isEmpty()) {
      change.discard(Watch.SHELF, left);
    } else {
      change.keep(Watch.SHELF, left);
    }
  }

  /**
   * Whoever waited at a node has gone with it.
   *
   * @param node its epoch
   */
  public void recover(Engine engine, long node) {
    List<Watch> left =
        engine.read(
            queries ->
                ShelfWalk.of(queries, Watch.SHELF, null)
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
