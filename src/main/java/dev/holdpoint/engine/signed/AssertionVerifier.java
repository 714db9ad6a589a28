package dev.holdpoint.engine.signed;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.record.Wording;
import dev.holdpoint.engine.access.Passkeys;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.PasskeyVerifier;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.secret.Secrets;
import java.util.Map;
import java.util.Objects;
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
  private final @Nullable Passkeys passkeys;

  /** Where there are no passkeys, so none holds. */
  public AssertionVerifier(Engine engine, Secrets secrets) {
    this(engine, secrets, null);
  }

  public AssertionVerifier(Engine engine, Secrets secrets, @Nullable Passkeys passkeys) {
    this.engine = engine;
    this.secrets = secrets;
    this.passkeys = passkeys;
  }

  /**
   * @param supplied secrets that come with the decision, by alias
   * @param callerId whose request it came with: the id of a token or key, or admin
   */
  public VerifiedAssertion attest(
      Assertion assertion,
      String approvalId,
      boolean approve,
      Map<String, String> supplied,
      String callerId) {
    if (!assertion.isKnown()
        || (assertion.algorithm() == Algorithm.WEBAUTHN && !assertion.bindsWording())) {
      return new VerifiedAssertion(assertion, approvalId, approve, false);
    }
    if (!assertion.bindsWording()) {
      byte[] payload = Assertion.payload(approvalId, approve, assertion.exp());
      return new VerifiedAssertion(assertion, approvalId, approve, isGenuine(assertion, payload));
    }
    Wording shown = wording(approvalId);
    boolean usable = shown != null && SecretsHash.isUsable(assertion.secretsNonce(), supplied);
    String bound = usable ? SecretsHash.of(assertion.secretsNonce(), supplied) : null;
    byte[] payload =
        usable
            ? Assertion.payload(
                approvalId, approve, assertion.exp(), Objects.requireNonNull(shown), bound)
            : null;
    return assertion.algorithm() == Algorithm.WEBAUTHN
        ? used(assertion, approvalId, approve, shown, new Bound(payload, bound), callerId)
        : new VerifiedAssertion(
            assertion,
            approvalId,
            approve,
            shown,
            payload != null && isGenuine(assertion, payload),
            bound);
  }

  /** For a caller who has no passkeys. */
  public VerifiedAssertion attest(
      Assertion assertion, String approvalId, boolean approve, Map<String, String> supplied) {
    return attest(assertion, approvalId, approve, supplied, "");
  }

  /**
   * What an assertion is held against.
   *
   * @param payload null where none can be made
   * @param secrets the hash of the secrets; null where it binds none
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Bound(byte @Nullable [] payload, @Nullable String secrets) {}

  /** The challenge that the authenticator has answered is the hash of the payload. */
  private VerifiedAssertion used(
      Assertion assertion,
      String approvalId,
      boolean approve,
      @Nullable Wording shown,
      Bound bound,
      String callerId) {
    byte[] payload = bound.payload;
    Passkeys known = passkeys;
    if (known == null) {
      return new VerifiedAssertion(assertion, approvalId, approve, shown, false, bound.secrets);
    }
    Assertion.Ceremony ceremony = assertion.ceremony();
    Passkey passkey =
        ceremony == null
            ? null
            : engine.<@Nullable Passkey>read(queries -> passkey(queries, assertion, ceremony));
    byte[] clientData = ceremony == null ? null : Verification.base64url(ceremony.clientData());
    byte[] authenticator =
        ceremony == null ? null : Verification.base64url(ceremony.authenticatorData());
    byte[] signature = Verification.base64url(assertion.value());
    PasskeyVerifier.Use use =
        passkey == null
                || payload == null
                || clientData == null
                || authenticator == null
                || signature == null
            ? null
            : known.use(
                passkey,
                Digests.sha256().digest(payload),
                new PasskeyVerifier.Answer(clientData, authenticator, signature));
    known.counted(use != null);
    return new VerifiedAssertion(
        passkey == null ? assertion : assertion.by(passkey.id()),
        approvalId,
        approve,
        shown,
        use != null,
        bound.secrets,
        use == null ? null : new VerifiedAssertion.Presence(use, callerId));
  }

  /** By the id of the key, or by what the authenticator calls it; where both come, both fit. */
  private static @Nullable Passkey passkey(
      Queries queries, Assertion assertion, Assertion.Ceremony ceremony) {
    String credentialId = ceremony.credentialId();
    OptionalLong at = Ulid.keyOf(ApproverKey.PREFIX, assertion.keyId());
    Passkey found =
        at.isPresent()
            ? queries.kept(Passkey.KIND, at.getAsLong())
            : credentialId == null ? null : queries.named(Passkey.KIND, credentialId);
    return found != null
            && (assertion.keyId().isEmpty() || found.id().equals(assertion.keyId()))
            && (credentialId == null || found.credentialId().equals(credentialId))
        ? found
        : null;
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
      case WEBAUTHN -> null;
      case ED25519 -> key.publicKey() == null ? null : Verification.base64url(key.publicKey());
    };
  }
}
