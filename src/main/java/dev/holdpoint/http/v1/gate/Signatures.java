package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.signed.AssertionVerifier;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Assertions in bodies, looked at before anything is decided, and told of when they fail. */
public final class Signatures {
  private final Engine engine;
  private final AssertionVerifier attestations;
  private final FailedAssertions failures;

  public Signatures(Engine engine, AssertionVerifier attestations, FailedAssertions failures) {
    this.engine = engine;
    this.attestations = attestations;
    this.failures = failures;
  }

  public @Nullable VerifiedAssertion attested(
      @Nullable ApprovalSignature sent, String approvalId, boolean approve) {
    if (sent != null
        && sent.keyId() == null
        && (sent.credentialId() == null || !Algorithm.WEBAUTHN.wire().equals(sent.algorithm()))) {
      throw Problem.INVALID_REQUEST
          .because("A signature names its key. Send key_id. Nothing was resolved.")
          .at("/signature/key_id", "is required")
          .asException();
    }
    return sent == null
        ? null
        : attestations.attest(
            new Assertion(
                sent.version() == null ? 1 : sent.version(),
                sent.keyId() == null ? "" : sent.keyId(),
                Algorithm.named(sent.algorithm()).orElseThrow(),
                sent.exp(),
                sent.value(),
                null,
                ceremony(sent)),
            approvalId,
            approve,
            Map.of(),
            Caller.NOW.isBound() ? Caller.NOW.get().principalId() : "");
  }

  private static Assertion.@Nullable Ceremony ceremony(ApprovalSignature sent) {
    return sent.clientData() == null || sent.authenticatorData() == null
        ? null
        : new Assertion.Ceremony(sent.credentialId(), sent.clientData(), sent.authenticatorData());
  }

  /** Does what was decided with these; an attempt that fails leaves a trace at every door. */
  public <T> T traced(Call call, List<VerifiedAssertion> used, Supplier<T> deed) {
    try {
      return deed.get();
    } catch (Refused refused) {
      if (refused.refusal().problem() == Problem.APPROVAL_SIGNATURE_INVALID) {
        used.forEach(one -> tell(call, one));
      }
      throw refused;
    }
  }

  private void tell(Call call, VerifiedAssertion failed) {
    OptionalLong wait =
        failures.tell(
            new FailedAssertions.Failed(
                call.caller().principalId(),
                call.isLocal(),
                tenantOf(failed.approvalId()),
                failed.approvalId(),
                failed.approve(),
                failed.assertion().keyId(),
                call.requestId()));
    if (wait.isPresent()) {
      throw Problem.RATE_LIMITED
          .because("Too many of your assertions could not be verified. Wait, or send a valid one.")
          .after(wait.getAsLong())
          .asException();
    }
  }

  private String tenantOf(String approvalId) {
    OptionalLong key = Ulid.keyOf(GateKind.APPROVAL.prefix(), approvalId);
    GateRow row =
        key.isPresent()
            ? engine.<@Nullable GateRow>read(queries -> queries.gate(key.getAsLong()))
            : null;
    return row == null || row.tenantId() == null ? Tenants.ROOT : row.tenantId();
  }
}
