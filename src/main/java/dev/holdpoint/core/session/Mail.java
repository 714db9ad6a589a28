package dev.holdpoint.core.session;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/**
 * Something one session has for another. It carries the key of what it brings: the run that a
 * message starts, or the question that an answer is for. So the same thing cannot be delivered
 * twice: the second row would have the key of the first.
 *
 * @param sessionKey whose mailbox it lies in
 * @param reason why nobody got it, where it is a dead letter
 */
public record Mail(
    long key,
    String id,
    long sessionKey,
    String sessionId,
    String fromSessionId,
    Subject subject,
    Json payload,
    Status status,
    @Nullable Reason reason,
    long createdAtMs) {

  public static final String PREFIX = "mail_";

  public Mail as(Status now, @Nullable Reason why) {
    return new Mail(
        key, id, sessionKey, sessionId, fromSessionId, subject, payload, now, why, createdAtMs);
  }

  public enum Subject {
    /** One agent wrote to another, which is a run of the receiver. */
    MESSAGE,
    /** What became of a question that a child had put to its parent. */
    PARENT_CLARIFICATION
  }

  /** Stored as its number: append only. */
  public enum Status {
    DELIVERED,
    DEAD_LETTERED
  }

  /** Stored by name: append only. */
  public enum Reason {
    SESSION_ENDED,
    /** The run that asked does not wait any more. */
    RUN_ENDED,
    QUEUE_FULL,
    /** The run that should have read it was cancelled in the queue. */
    CANCELLED
  }
}
