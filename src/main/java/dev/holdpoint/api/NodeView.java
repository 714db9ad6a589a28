package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("A daemon among those that share the ledger. All times are the database's.")
public record NodeView(
    @About("What the operator calls it, by cluster.name.") String name,
    @About("Given to each daemon when it joins, greater than every one before; 0 on SQLite.")
        long epoch,
    State state,
    @OmitIfUnset @About("Where it is reached.") @Nullable String address,
    String version,
    long joinedAtMs,
    @About("When it last said that it is there.") long seenAtMs,
    @About("How long it has said nothing.") long silentMs,
    @About("How far its clock is ahead of the database's, as it has last said.")
        @Range(min = -Limits.TIME_MS, max = Limits.TIME_MS)
        long clockOffMs,
    @About("Runs that it is at work on, as it has last said.") int runs,
    @About("Streams that are open at it, as it has last said.") int streams,
    @About("Whether it is the one that answers.") boolean self,
    @OmitIfUnset @About("Of a node that is gone: whether what it left behind has been seen to.")
        @Nullable Boolean settled) {

  @About(
      "draining: it hands its work over and takes none; silent: it should have said something;"
          + " left: it went by itself; lost: it was silent for too long.")
  public enum State {
    LIVE,
    DRAINING,
    SILENT,
    LEFT,
    LOST
  }
}
