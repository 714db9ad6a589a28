package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.permission.Grant;
import org.jspecify.annotations.Nullable;

/**
 * One decision, and the exact JSON in which it was sent.
 *
 * @param kind what is said in place of a plain no; null for a plain one, and for a yes
 * @param reason why not; with a kind what the agent is told
 * @param expected what was seen; null where that was not sent
 * @param tellComments whether a no carries the request's comments to the agent
 */
public record SentDecision(
    String requestId,
    boolean allow,
    @Nullable Denial kind,
    @Nullable Json updatedInput,
    @Nullable String reason,
    @Nullable Expected expected,
    @Nullable Grant grant,
    @Nullable VerifiedAssertion attested,
    @Nullable String optionId,
    Json sent,
    boolean tellComments) {
  /** A plain yes or no. */
  public SentDecision(
      String requestId,
      boolean allow,
      @Nullable Json updatedInput,
      @Nullable String reason,
      @Nullable Expected expected,
      @Nullable Grant grant,
      @Nullable VerifiedAssertion attested,
      @Nullable String optionId,
      Json sent) {
    this(
        requestId,
        allow,
        null,
        updatedInput,
        reason,
        expected,
        grant,
        attested,
        optionId,
        sent,
        false);
  }

  /** Without a choice among what the agent offers. */
  public SentDecision(
      String requestId,
      boolean allow,
      @Nullable Json updatedInput,
      @Nullable String reason,
      @Nullable Expected expected,
      @Nullable Grant grant,
      @Nullable VerifiedAssertion attested,
      Json sent) {
    this(
        requestId,
        allow,
        updatedInput,
        reason,
        expected,
        grant,
        attested,
        /* optionId= */ null,
        sent);
  }
}
