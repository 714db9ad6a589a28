package dev.holdpoint.core.session;

import dev.holdpoint.core.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A durable container of runs. What it is doing follows from its runs and is not stored here.
 *
 * @param capabilityScope normalised, or null when none was set
 * @param parent the session whose agent started this one; null for one that a client made
 * @param ended null while it takes work
 */
public record Session(
    long key,
    String id,
    String agentId,
    String conversationId,
    String tenantId,
    @Nullable String threadId,
    @Nullable Json capabilityScope,
    @Nullable Json credentialScope,
    long createdAtMs,
    @Nullable Parent parent,
    @Nullable Ended ended) {

  public record Parent(long key, String id) {}

  /**
   * @param row the journal row that tells of it
   */
  public record Ended(long atMs, String by, @Nullable String reason, long row) {}

  public boolean isEnded() {
    return ended != null;
  }

  /** The same with the journal row that tells of its end. */
  public Session toldIn(long row) {
    return ended == null ? this : ended(new Ended(ended.atMs, ended.by, ended.reason, row));
  }

  public Session ended(Ended how) {
    return new Session(
        key,
        id,
        agentId,
        conversationId,
        tenantId,
        threadId,
        capabilityScope,
        credentialScope,
        createdAtMs,
        parent,
        how);
  }
}
