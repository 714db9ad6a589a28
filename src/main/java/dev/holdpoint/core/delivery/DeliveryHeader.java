package dev.holdpoint.core.delivery;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.trace.TraceParent;
import org.jspecify.annotations.Nullable;

/**
 * What is written on a delivery when it is made and never changes.
 *
 * @param by on whose word it is sent: who submitted the run, who wanted to be told, or who asked
 *     for the replay
 * @param lane what all deliveries to the same target share, and what people see in place of its
 *     address: the plugin and a digest
 * @param sizeBytes how much it carries
 * @param digest of what it carries: hex SHA-256
 * @param replayedFrom the id of the dead letter that it repeats, or null
 * @param notice whether somebody wanted to be told: it is sent in his name, not in the session's
 * @param trace the span that it is sent for, in a trace from outside; null where there is none
 * @param title what it is about, in the words of every surface; null for one of before these were
 *     kept
 */
public record DeliveryHeader(
    long key,
    String id,
    long sessionKey,
    String sessionId,
    long runKey,
    String runId,
    String agentId,
    String by,
    ReplyHandle target,
    String lane,
    long sizeBytes,
    String digest,
    long createdAtMs,
    @Nullable String replayedFrom,
    boolean notice,
    @Nullable TraceParent trace,
    @Nullable String title) {

  /** The key of the dead letter that it repeats, 0 for none. */
  long originKey() {
    return replayedFrom == null ? 0 : Ulid.keyOf(Delivery.PREFIX, replayedFrom).orElse(0);
  }

  /** For the same once more. */
  DeliveryHeader again(long newKey, String newId, String wisher, long nowMs) {
    return new DeliveryHeader(
        newKey,
        newId,
        sessionKey,
        sessionId,
        runKey,
        runId,
        agentId,
        wisher,
        target,
        lane,
        sizeBytes,
        digest,
        nowMs,
        id,
        notice,
        trace,
        title);
  }
}
