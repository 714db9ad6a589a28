package dev.holdpoint.api.access;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.DeprecatedMember;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about service keys and approver keys. */
public interface KeyBodies {
  @About("A service key without its secret.")
  record ServiceKeyView(
      String keyId,
      String tenantId,
      String name,
      @Words({
            "approvals:read",
            "approvals:resolve",
            "conversations:read",
            "conversations:write",
            "secrets:read",
            "secrets:write"
          })
          List<String> scopes,
      KeyState state,
      @About("RFC 3339, UTC.") @DeprecatedMember String createdAt,
      long createdAtMs,
      @OmitIfUnset @DeprecatedMember @Nullable String revokedAt,
      @OmitIfUnset @Nullable Long revokedAtMs) {
    public ServiceKeyView {
      scopes = Copies.of(scopes);
    }
  }

  @About("A new service key.")
  record CreateServiceKeyRequest(
      @Required
          @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          String name,
      @Size(min = 1, max = Limits.SERVICE_KEY_SCOPES)
          @Length(min = 1, max = Limits.ID)
          @About(
              "The scopes of the key. All when unset, which is deprecated: send those "
                  + "that it needs.")
          @Words({
            "approvals:read",
            "approvals:resolve",
            "conversations:read",
            "conversations:write",
            "secrets:read",
            "secrets:write"
          })
          @Nullable List<String> scopes) {
    public CreateServiceKeyRequest {
      scopes = Copies.orNull(scopes);
    }
  }

  @About("A new service key; it is shown only once.")
  record CreatedServiceKey(
      String keyId,
      @About("Send it as Authorization: Bearer. It cannot be shown again.") String key,
      String tenantId,
      String name,
      @Words({
            "approvals:read",
            "approvals:resolve",
            "conversations:read",
            "conversations:write",
            "secrets:read",
            "secrets:write"
          })
          List<String> scopes,
      @About("RFC 3339, UTC.") @DeprecatedMember String createdAt,
      long createdAtMs) {
    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "CreatedServiceKey";
    }

    public CreatedServiceKey {
      scopes = Copies.of(scopes);
    }
  }

  @About("The key of an approver, without its secret.")
  record ApproverKeyView(
      String keyId,
      String tenantId,
      @Words({"hmac-sha256", "ed25519", "webauthn"}) String algorithm,
      String principal,
      @OmitIfUnset @Nullable String name,
      @About("The public key in base64url: raw for ed25519, SPKI for webauthn.") @OmitIfUnset
          @Nullable String publicKey,
      @About("For webauthn: SHA-256 of the public key, to compare with what the page shows.")
          @OmitIfUnset
          @Nullable String fingerprint,
      @About("For webauthn, as long as the passkey is there.") @OmitIfUnset
          @Nullable String credentialId,
      @About("For webauthn.") @OmitIfUnset @Nullable String rpId,
      @About("For webauthn: how a browser reaches the authenticator.") @OmitIfUnset
          @Nullable List<String> transports,
      @About("For webauthn: the model of the authenticator.") @OmitIfUnset @Nullable String aaguid,
      @About("For webauthn: whether a copy of it is on other devices.") @OmitIfUnset
          @Nullable Boolean backedUp,
      @About("For webauthn; 0 where the authenticator does not count.") @OmitIfUnset
          @Nullable Long signCount,
      @About("For webauthn.") @Words({"sign_in", "step_up", "approve"}) @OmitIfUnset
          @Nullable List<String> uses,
      KeyState state,
      @OmitIfUnset @DeprecatedMember @Nullable String notAfter,
      @OmitIfUnset @Nullable Long notAfterMs,
      @About("RFC 3339, UTC.") @DeprecatedMember String createdAt,
      long createdAtMs,
      @OmitIfUnset @DeprecatedMember @Nullable String revokedAt,
      @OmitIfUnset @Nullable Long revokedAtMs) {
    public ApproverKeyView {
      transports = Copies.orNull(transports);
      uses = Copies.orNull(uses);
    }
  }

  @About("The key of an approver.")
  record CreateApproverKeyRequest(
      @Required
          @Length(min = 1, max = Limits.ID)
          @Matches(value = Limits.ALGORITHM_PATTERN, message = Limits.ALGORITHM_RULE)
          @Words({"hmac-sha256", "ed25519"})
          String algorithm,
      @Length(min = 1, max = Limits.KEY_TEXT)
          @About("For hmac-sha256: 32 or more random bytes, base64url. It is never shown.")
          @Nullable String secret,
      @Length(min = 1, max = Limits.KEY_TEXT) @About("For ed25519: the raw 32 bytes, base64url.")
          @Nullable String publicKey,
      @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @About(
              "The owner of the key; several keys of one principal count as one "
                  + "approval. The key's id when unset.")
          @Nullable String principal,
      @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @Nullable String name,
      @Length(min = 1, max = Limits.TIME_TEXT)
          @About("RFC 3339, UTC; the key expires at this time.")
          @DeprecatedMember
          @Nullable String notAfter,
      @Range(min = 1, max = Limits.TIME_MS)
          @About("The key expires at this time. Send this or not_after.")
          @Nullable Long notAfterMs) {
    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "CreateApproverKeyRequest";
    }
  }

  @About("When the key expires; in seven days when unset.")
  record RetireApproverKeyRequest(
      @Length(min = 1, max = Limits.TIME_TEXT) @About("RFC 3339, UTC.") @DeprecatedMember
          @Nullable String notAfter,
      @Range(min = 1, max = Limits.TIME_MS) @About("Send this or not_after.")
          @Nullable Long notAfterMs) {}

  @About("A retiring key is valid until its not_after; a revoked key is not valid.")
  enum KeyState {
    ACTIVE,
    RETIRING,
    REVOKED
  }
}
