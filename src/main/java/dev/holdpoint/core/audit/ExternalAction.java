package dev.holdpoint.core.audit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One half of something that was done outside the daemon: that it was about to be done, or what
 * came of it. Digests stand for what was sent and answered, so the record can outlive both.
 *
 * @param sequence from 1 within the run
 */
public record ExternalAction(Deed deed, int sequence, String id, long atMs, Seal seal) {

  /**
   * What is told; where it stands in its chain is added when it is committed.
   *
   * @param principalId on whose word it is done: who allowed it, or else who submitted the run
   * @param parentPrincipalId who submitted the run
   * @param grantId the approval that allowed it, or null
   */
  public record Deed(
      long runKey,
      String runId,
      String sessionId,
      String agentId,
      @Nullable String toolCallId,
      String principalId,
      @Nullable String parentPrincipalId,
      @Nullable String grantId,
      Phase phase,
      ActionKind kind,
      String target,
      String requestDigest,
      @Nullable String responseDigest,
      @Nullable String outcome) {}

  /** Stored by name: append only. */
  public enum Phase {
    REQUEST,
    RESPONSE;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
