package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("A node: a daemon that shares the ledger with others. All times are the database's.")
public record NodeView(
    @About("The name of the node, set with cluster.name.") String name,
    @About("Each node that joins gets a number greater than all before; 0 with SQLite.") long epoch,
    State state,
    @OmitIfUnset @About("The URL of the node.") @Nullable String address,
    String version,
    long joinedAtMs,
    @About("The time of its last heartbeat.") long seenAtMs,
    @About("The time since its last heartbeat.") long silentMs,
    @About("How far its clock is ahead of the database's, at its last heartbeat.")
        @Range(min = -Limits.TIME_MS, max = Limits.TIME_MS)
        long clockOffMs,
    @About("Runs that it is working on, at its last heartbeat.") int runs,
    @About("Its open streams, at its last heartbeat.") int streams,
    @About("Whether this node has answered the request.") boolean self,
    @OmitIfUnset @About("For a node that is gone: whether its work has been taken over.")
        @Nullable Boolean settled) {

  @About(
      "draining: it hands its work over and takes no more; silent: its "
          + "heartbeat is late; left: it stopped normally; lost: it was silent for "
          + "too long.")
  public enum State {
    LIVE,
    DRAINING,
    SILENT,
    LEFT,
    LOST
  }
}
