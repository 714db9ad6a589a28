package dev.holdpoint.api.access;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about passkeys and invitations. */
public interface PasskeyBodies {
  @About("What an authenticator has to answer, within two minutes and once.")
  record PasskeyChallenge(
      @About("base64url.") String challenge,
      @About("The host name that passkeys are bound to.") String rpId,
      long expiresAtMs) {}

  @About("A new passkey, as navigator.credentials.create() gave it; texts are base64url.")
  record RegisterPasskeyRequest(
      @Required @Length(min = 1, max = Limits.ID) String challenge,
      @Required @Length(min = 1, max = Limits.KEY_TEXT) @About("clientDataJSON.") String clientData,
      @Required @Length(min = 1, max = Limits.ATTESTATION) @About("attestationObject.")
          String attestationObject,
      @Size(max = Limits.TRANSPORTS) @Length(min = 1, max = Limits.TIME_TEXT)
          @Nullable List<String> transports,
      @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @Nullable String name,
      @Length(min = 1, max = Limits.ID)
          @About("The code of an invitation, in place of a token: makes an approver key.")
          @Nullable String enrollmentCode) {
    public RegisterPasskeyRequest {
      transports = Copies.orNull(transports);
    }

    /** Records print their members; a code must not end up in a log that way. */
    @Override
    public String toString() {
      return "RegisterPasskeyRequest";
    }
  }

  @About("A passkey.")
  record PasskeyView(
      String keyId,
      String tenantId,
      @Words("webauthn") String algorithm,
      String principal,
      @OmitIfUnset @Nullable String name,
      String credentialId,
      String rpId,
      @About("SPKI, in base64url.") String publicKey,
      @About("SHA-256 of the public key.") String fingerprint,
      List<String> transports,
      String aaguid,
      @About("Whether a copy of it is on other devices.") boolean backedUp,
      long signCount,
      @About("Only an invited passkey may approve.") @Words({"sign_in", "step_up", "approve"})
          List<String> uses,
      long createdAtMs,
      @OmitIfUnset @Nullable Long lastUsedAtMs) {
    public PasskeyView {
      transports = Copies.of(transports);
      uses = Copies.of(uses);
    }
  }

  @About("Another name of a passkey.")
  record RenamePasskeyRequest(
      @Required
          @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          String name) {}

  @About("One use of a passkey, as navigator.credentials.get() gave it; texts are base64url.")
  record PasskeyAnswer(
      @Required @Length(min = 1, max = Limits.ID) String challenge,
      @Required @Length(min = 1, max = Limits.KEY_TEXT) String credentialId,
      @Required @Length(min = 1, max = Limits.KEY_TEXT) @About("clientDataJSON.") String clientData,
      @Required @Length(min = 1, max = Limits.KEY_TEXT) @About("authenticatorData.")
          String authenticatorData,
      @Required @Length(min = 1, max = Limits.KEY_TEXT) String signature,
      @Length(min = 1, max = Limits.ID) @Nullable String userHandle) {}

  @About("Whether passkeys work at the address that was called.")
  record PasskeySupport(
      boolean available,
      String rpId,
      @About("Why they do not, and which address to open.") @OmitIfUnset @Nullable String reason) {}

  @About("An invitation to register a passkey as an approver key.")
  record InviteApproverRequest(
      @Required
          @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @About("The owner of the key; keys of one principal count as one approval.")
          String principal,
      @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @Nullable String name,
      @Length(min = 1, max = Limits.ID)
          @About("A token of the same principal, which the passkey then signs in too.")
          @Nullable String tokenId) {}

  @About("An invitation; its link is shown only once.")
  record CreatedEnrollment(
      String enrollmentId,
      String tenantId,
      String principal,
      @OmitIfUnset @Nullable String name,
      @About("Open it on the device that has the passkey. It can be used once.") String url,
      long expiresAtMs) {
    /** Records print their members; a code must not end up in a log that way. */
    @Override
    public String toString() {
      return "CreatedEnrollment[" + enrollmentId + "]";
    }
  }

  @About("An invitation, without its link.")
  record EnrollmentView(
      String enrollmentId,
      String tenantId,
      String principal,
      @OmitIfUnset @Nullable String name,
      @OmitIfUnset @Nullable String tokenId,
      @About("The approver key that was registered with it.") @OmitIfUnset @Nullable String keyId,
      long createdAtMs,
      long expiresAtMs) {}

  @About("The code of an invitation.")
  record FindEnrollmentRequest(@Required @Length(min = 1, max = Limits.ID) String enrollmentCode) {
    /** Records print their members; a code must not end up in a log that way. */
    @Override
    public String toString() {
      return "FindEnrollmentRequest";
    }
  }

  @About("What an invitation is for.")
  record EnrollmentOffer(
      String tenantId,
      String tenantName,
      String principal,
      @OmitIfUnset @Nullable String name,
      long expiresAtMs) {}
}
