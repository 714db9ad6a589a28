package dev.holdpoint.engine.gate;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.permission.Grant;
import org.jspecify.annotations.Nullable;

/** One decision, and the exact JSON in which it was sent. */
public record SentDecision(
    String requestId,
    boolean allow,
    @Nullable Json updatedInput,
    @Nullable String reason,
    @Nullable String expectedDigest,
    @Nullable Grant grant,
    @Nullable VerifiedAssertion attested,
    @Nullable String optionId,
    Json sent) {
  /** Without a choice among what the agent offers. */
  public SentDecision(
      String requestId,
      boolean allow,
      @Nullable Json updatedInput,
      @Nullable String reason,
      @Nullable String expectedDigest,
      @Nullable Grant grant,
      @Nullable VerifiedAssertion attested,
      Json sent) {
    this(
        requestId,
        allow,
        updatedInput,
        reason,
        expectedDigest,
        grant,
        attested,
        /* optionId= */ null,
        sent);
  }
}
