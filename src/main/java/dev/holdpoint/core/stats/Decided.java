package dev.holdpoint.core.stats;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How one gate ended, or one call that a rule decided before anybody was asked. It has no inputs
 * and no words, and the session's key in place of its name: the name goes with the session.
 *
 * @param eventId of the event that tells of it; there is one row for each
 * @param gateKey 0 for a call that never became a gate
 * @param tool null where the journal does not say
 * @param person null unless a person decided
 * @param policyId the policy it was decided under; null for none
 * @param group the term of the policy that the deciding vote filled; null for none
 * @param raisedAtMs null for a call that never became a gate
 * @param seenAtMs the first look of a person who may act; a vote or a decision is one; null when
 *     nobody looked
 * @param escalated whether a later stage than the first had opened
 * @param rubberStamp whether a person said yes at once
 */
public record Decided(
    long eventId,
    long gateKey,
    String tenantId,
    long sessionKey,
    @Nullable String tool,
    GateKind kind,
    Outcome outcome,
    DecidedBy by,
    @Nullable String person,
    @Nullable String policyId,
    @Nullable String group,
    @Nullable Long raisedAtMs,
    @Nullable Long seenAtMs,
    long decidedAtMs,
    boolean escalated,
    boolean rubberStamp,
    int lateAnswers) {

  /** From raised to the first look; null where one of them is missing. */
  public @Nullable Long seenAfterMs() {
    return raisedAtMs == null || seenAtMs == null ? null : Math.max(0, seenAtMs - raisedAtMs);
  }

  /** From raised to the settlement; null for a call that never became a gate. */
  public @Nullable Long decidedAfterMs() {
    return raisedAtMs == null ? null : Math.max(0, decidedAtMs - raisedAtMs);
  }
}
