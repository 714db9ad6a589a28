package dev.holdpoint.engine.signed;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.record.Wording;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.secret.Secrets;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at signatures on the thread of whoever sends them: a flood of bad ones never keeps the
 * writer busy. A key's material never changes, so what was found stays true.
 */
public final class AssertionVerifier {
  private static final Logger log = LoggerFactory.getLogger(AssertionVerifier.class);

  private final Engine engine;
  private final Secrets secrets;

  public AssertionVerifier(Engine engine, Secrets secrets) {
    this.engine = engine;
    this.secrets = secrets;
  }

  /**
   * @param supplied secrets that come with the decision, by alias
   */
  public VerifiedAssertion attest(
      Assertion assertion, String approvalId, boolean approve, Map<String, String> supplied) {
    if (!assertion.isKnown()) {
      return new VerifiedAssertion(assertion, approvalId, approve, false);
    }
    if (!assertion.bindsWording()) {
      byte[] payload = Assertion.payload(approvalId, approve, assertion.exp());
      return new VerifiedAssertion(assertion, approvalId, approve, isGenuine(assertion, payload));
    }
    Wording shown = wording(approvalId);
    byte[] payload =
        shown == null || !SecretsHash.isUsable(assertion.secretsNonce(), supplied)
            ? null
            : Assertion.payload(
                approvalId,
                approve,
                assertion.exp(),
                shown,
                SecretsHash.of(assertion.secretsNonce(), supplied));
    return new VerifiedAssertion(
        assertion, approvalId, approve, shown, payload != null && isGenuine(assertion, payload));
  }

  /** What is asked now; the decision looks again whether it still is. */
  private @Nullable Wording wording(String approvalId) {
    return engine.<@Nullable Wording>read(
        queries ->
            Gates.approval(queries, approvalId).map(found -> found.gate().wording()).orElse(null));
  }

  private boolean isGenuine(Assertion assertion, byte[] payload) {
    try {
      return looked(assertion, payload);
    } catch (SecretLost changing) {
      // The vault's key may just have been changed, after this read began.
      try {
        return looked(assertion, payload);
      } catch (SecretLost lost) {
        log.error("the secret of approver key {} cannot be decrypted", assertion.keyId());
        return false;
      }
    }
  }

  private boolean looked(Assertion assertion, byte[] payload) {
    return engine.read(
        queries -> {
          ApproverKey key = key(queries, assertion.keyId());
          byte[] material = key == null ? null : material(queries, key);
          return key != null
              && material != null
              && key.algorithm() == assertion.algorithm()
              && Verification.holds(key.algorithm(), material, payload, assertion.value());
        });
  }

  private static @Nullable ApproverKey key(Queries queries, String id) {
    OptionalLong at = Ulid.keyOf(ApproverKey.PREFIX, id);
    ApproverKey key = at.isPresent() ? queries.kept(ApproverKey.KIND, at.getAsLong()) : null;
    return key != null && key.id().equals(id) ? key : null;
  }

  private byte @Nullable [] material(Queries queries, ApproverKey key) {
    return switch (key.algorithm()) {
      case HMAC_SHA256 -> secrets.open(queries, key.id(), ApproverKey.SECRET);
      case ED25519 -> key.publicKey() == null ? null : Verification.base64url(key.publicKey());
    };
  }
}
