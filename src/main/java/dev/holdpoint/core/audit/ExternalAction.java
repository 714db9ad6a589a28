package dev.holdpoint.core.audit;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.record.Ulid;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One half of something that was done outside the daemon: that it was about to be done, or what
 * came of it. Digests stand for what was sent and answered, so the record can outlive both.
 *
 * @param sequence from 1 within the run
 */
public record ExternalAction(Deed deed, int sequence, String id, long atMs, Seal seal) {
  /** The run id of the chain of administration, which is of no run. */
  public static final String ADMIN_RUN = "admin";

  /** The same under another seal. */
  public ExternalAction under(Seal other) {
    return new ExternalAction(deed, sequence, id, atMs, other);
  }

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
      @Nullable String outcome) {
    private static final Set<String> SETTLES = Set.of("allow", "deny");

    /** The key of the approval that this decision has settled; nothing for all other records. */
    public OptionalLong settledGate() {
      // Where there is no digest of evidence, a version of before has written it.
      return kind == ActionKind.DECISION
              && responseDigest != null
              && outcome != null
              && SETTLES.contains(outcome)
          ? Ulid.keyOf(GateKind.APPROVAL.prefix(), target)
          : OptionalLong.empty();
    }
  }

  /** Stored by name: append only. */
  public enum Phase {
    REQUEST,
    RESPONSE;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
