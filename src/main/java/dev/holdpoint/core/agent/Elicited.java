package dev.holdpoint.core.agent;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * What a server of tools asks while one of its tools is called. It is how the next daemon finds
 * questions whose call has died with the daemon that made it.
 *
 * @param key of the run that waits with the question
 * @param runId of the run whose call it is
 * @param node the epoch of the node that makes the call; 0 where there are no nodes
 */
public record Elicited(long key, String runId, String callId, long node) implements Kept {
  public static final Shelf<Elicited> SHELF = Shelf.uncached(29, Elicited.class);

  @Override
  public String group() {
    return askedAt(node);
  }

  /** The group of what calls of this node have asked. */
  public static String askedAt(long node) {
    return node == 0 ? "" : "@" + node;
  }
}
