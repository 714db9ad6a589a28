package dev.holdpoint.http.v1;

import dev.holdpoint.api.ApprovalSignature;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.engine.Attestations;
import dev.holdpoint.engine.Attested;
import org.jspecify.annotations.Nullable;

/** Assertions in bodies, looked at before anything is decided. */
public final class Signatures {
  private final Attestations attestations;

  public Signatures(Attestations attestations) {
    this.attestations = attestations;
  }

  public @Nullable Attested attested(
      @Nullable ApprovalSignature sent, String approvalId, boolean approve) {
    return sent == null
        ? null
        : attestations.attest(
            new Assertion(
                sent.keyId(),
                Algorithm.named(sent.algorithm()).orElseThrow(),
                sent.exp(),
                sent.value()),
            approvalId,
            approve);
  }
}
