package dev.holdpoint.core.cluster;

import org.jspecify.annotations.Nullable;

/**
 * A daemon among those that share a ledger, from its start to its end. All times are the
 * database's.
 *
 * @param epoch given to each daemon when it joins, greater than every one before: what it commits
 *     carries it, and is refused once the node counts as gone
 * @param name what the operator calls it; a daemon that comes under the name of another takes its
 *     place
 * @param seenAtMs when it last said that it is there
 * @param draining whether it is to hand its work over and take none
 * @param settled whether what a node that is gone has left behind has been seen to
 */
public record Node(
    long epoch,
    String name,
    State state,
    long joinedAtMs,
    long seenAtMs,
    boolean draining,
    boolean settled,
    Card card) {

  public enum State {
    LIVE,
    /** It has gone by itself, and has handed over what it could. */
    LEFT,
    /** It was silent for too long, or another has come in its place. */
    LOST
  }

  /**
   * What a node says of itself.
   *
   * @param id of its data folder: whoever comes with the same is the same one, started again
   * @param address where it is reached, for people; null when it has not said so
   * @param clockOffMs how far its clock is ahead of the database's
   * @param runs how many runs it is at work on
   * @param streams how many streams are open at it
   */
  public record Card(
      String id,
      @Nullable String address,
      String version,
      long clockOffMs,
      int runs,
      int streams) {}

  public boolean isLive() {
    return state == State.LIVE;
  }

  /** How long it has said nothing. */
  public long silentMs(long databaseMs) {
    return Math.max(0, databaseMs - seenAtMs);
  }
}
