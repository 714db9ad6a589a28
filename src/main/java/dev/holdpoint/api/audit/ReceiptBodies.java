package dev.holdpoint.api.audit;

import dev.holdpoint.api.audit.AuditBodies.CheckpointView;
import dev.holdpoint.api.audit.AuditBodies.ExternalActionView;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The proof of one decision. */
public interface ReceiptBodies {
  @About("The receipt of a decided approval, as it is and signed.")
  record SignedReceipt(
      Receipt receipt,
      @About(
              "A compact JWS (RFC 7515) of type holdpoint-receipt+jwt; its payload is the RFC 8785 "
                  + "form of receipt.")
          String jws) {}

  @About("Who decided what, when, under which policy, and where it stands in the signed chain.")
  record Receipt(
      @Words("holdpoint-receipt/1") String format,
      String ledgerId,
      String approvalId,
      String runId,
      String sessionId,
      String tenantId,
      String toolName,
      @About("SHA-256 of the RFC 8785 form of tool_name and input.") String digest,
      int revision,
      @About("The approval that this one revises.") @OmitIfUnset @Nullable String revises,
      @Words({"allow", "deny"}) String decision,
      @About("Who gave the last word: a person, an approver key, a rule or the deadline.")
          String by,
      String principal,
      long atMs,
      @About("Of the input that the approver put in the place of what was asked.") @OmitIfUnset
          @Nullable String editedDigest,
      @About("The approver changed the input, so no earlier state of its target was compared.")
          @OmitIfUnset
          @Words("not_compared")
          @Nullable String world,
      @OmitIfUnset @Nullable ReceiptRendering rendered,
      ReceiptPolicy policy,
      List<ReceiptVote> votes,
      @OmitIfUnset @Nullable ReceiptPermit permit,
      ReceiptChain chain) {
    public Receipt {
      votes = Copies.of(votes);
    }
  }

  @About("The text that the person was shown, as the program that showed it says.")
  record ReceiptRendering(
      String surface,
      @About("Of the text in its normal form.") String sha256,
      @About("Whether it is what the daemon asked.") @OmitIfUnset @Nullable Boolean asAsked) {}

  @About("The policy of the tenant at the time of the decision, and the named one that held.")
  record ReceiptPolicy(
      boolean signatureRequired,
      int approvalsRequired,
      boolean requesterMayApprove,
      boolean requireDigest,
      int assertionVersion,
      @Words({"none", "passkey"}) String stepUp,
      @OmitIfUnset @Nullable Long longestAssertionMs,
      @OmitIfUnset @Nullable String policyId,
      @OmitIfUnset @Nullable String policyName,
      @OmitIfUnset @Nullable Integer policyVersion,
      @OmitIfUnset @Nullable Integer stage) {}

  @About("The word of one person, key or rule.")
  record ReceiptVote(
      String by,
      String principal,
      long atMs,
      @Words({"approve", "deny"}) String decision,
      @OmitIfUnset @Nullable ReceiptRendering rendered,
      @OmitIfUnset @Nullable ReceiptAssertion signature,
      @OmitIfUnset @Nullable ReceiptKey key) {}

  @About("The signature as it was sent, without the nonce of secrets.")
  record ReceiptAssertion(
      @OmitIfUnset @Nullable Integer version,
      String keyId,
      String algorithm,
      long exp,
      String value,
      @OmitIfUnset @Nullable String secrets,
      @OmitIfUnset @Nullable String credentialId,
      @OmitIfUnset @Nullable String clientData,
      @OmitIfUnset @Nullable String authenticatorData) {}

  @About("What a signature is checked with. An HMAC key has no public part.")
  record ReceiptKey(
      String keyId,
      @Words({"ed25519", "hmac-sha256", "webauthn"}) String algorithm,
      @About("In base64url.") @OmitIfUnset @Nullable String publicKey,
      @About("SubjectPublicKeyInfo in base64url.") @OmitIfUnset @Nullable String spki,
      @OmitIfUnset @Nullable String credentialId) {}

  @About("The permit that the yes gave, as of the decision.")
  record ReceiptPermit(String permitId, @Words("ready") String state, int attempt) {}

  @About("The record of the decision, and what leads from it to a signature.")
  record ReceiptChain(
      ExternalActionView action,
      @About("Records of the same run and the same commit, up to the one that the checkpoint has.")
          @OmitIfUnset
          @Nullable List<ExternalActionView> following,
      @About("From the checkpoint of the run up to the one that is signed.")
          List<CheckpointView> checkpoints,
      @About("The key that signed the last checkpoint.") ReceiptSigner key) {
    public ReceiptChain {
      following = Copies.orNull(following);
      checkpoints = Copies.of(checkpoints);
    }
  }

  @About("A key that signs or signed the ledger.")
  record ReceiptSigner(String keyId, @About("32 bytes in base64url.") String publicKey) {}
}
