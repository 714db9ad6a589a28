package dev.holdpoint.core.agent;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * What a server of tools asks while one of its tools is called. It is how the next daemon finds
 * questions whose call has died with the daemon that made it.
 *
 * @param key of the run that waits with the question
 * @param runId of the run whose call it is
 * @param node the epoch of the node that makes the call; 0 where there are no nodes
 */
public record ElicitationRecord(long key, String runId, String callId, long node)
    implements StoredRecord {
  public static final RecordKind<ElicitationRecord> KIND =
      RecordKind.uncached(29, ElicitationRecord.class);

  @Override
  public String group() {
    return askedAt(node);
  }

  /** The group of what calls of this node have asked. */
  public static String askedAt(long node) {
    return node == 0 ? "" : "@" + node;
  }
}
