package dev.holdpoint.api.gate;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

/** Bodies of signatures on decisions. */
public interface SignatureBodies {
  @About("An assertion by an approver key; see the signed surface.")
  record ApprovalSignature(
      @Length(min = 1, max = Limits.ID)
          @About("The approver key. For webauthn, credential_id may be sent instead.")
          @OmitIfUnset
          @Nullable String keyId,
      @Required
          @Length(min = 1, max = Limits.ID)
          @Matches(value = Limits.SIGNATURE_PATTERN, message = Limits.SIGNATURE_RULE)
          @Words({"hmac-sha256", "ed25519", "webauthn"})
          String algorithm,
      @Required @Range(min = 0, max = Limits.TIME_MS) @About("Unix seconds.") Long exp,
      @Required @Length(min = 1, max = Limits.KEY_TEXT) @About("base64url without padding.")
          String value,
      @About(
              "1 when unset. 2 also binds the digest and the revision of the request, and holds "
                  + "for 15 minutes at most; no other value holds.")
          @OmitIfUnset
          @Range(min = Long.MIN_VALUE, max = Long.MAX_VALUE)
          @Nullable Long version,
      @Length(min = 1, max = Limits.KEY_TEXT)
          @About("For webauthn: the credential, in base64url.")
          @OmitIfUnset
          @Nullable String credentialId,
      @Length(min = 1, max = Limits.KEY_TEXT)
          @About("For webauthn: clientDataJSON, in base64url.")
          @OmitIfUnset
          @Nullable String clientData,
      @Length(min = 1, max = Limits.KEY_TEXT)
          @About("For webauthn: authenticatorData, in base64url.")
          @OmitIfUnset
          @Nullable String authenticatorData) {
    /** Of version 1. */
    public ApprovalSignature(String keyId, String algorithm, Long exp, String value) {
      this(keyId, algorithm, exp, value, null);
    }

    /** By a key that signs the payload itself. */
    public ApprovalSignature(
        String keyId, String algorithm, Long exp, String value, @Nullable Long version) {
      this(keyId, algorithm, exp, value, version, null, null, null);
    }
  }
}
