package dev.holdpoint.api.audit;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of responses about the audit ledger and the vault. */
public interface AuditBodies {
  @About("A line of an export; its members depend on its type.")
  record AuditLine(
      @About("The lines come in this order.")
          @Words({"header", "key", "checkpoint", "action", "evidence", "end"})
          String type,
      @OmitIfUnset @Nullable String format,
      @OmitIfUnset @Nullable String ledgerId,
      @OmitIfUnset @Nullable Long exportedAtMs,
      @OmitIfUnset @Nullable String version,
      @OmitIfUnset @Nullable String keyId,
      @OmitIfUnset @Nullable String publicKey,
      @OmitIfUnset @Nullable Long addedAtMs,
      @About("Exactly as it was signed.") @OmitIfUnset @Nullable JsonNode record,
      @OmitIfUnset @Nullable String actionId,
      @About("The text whose SHA-256 a record has, as JSON. RFC 8785 gives its bytes.") @OmitIfUnset
          @Nullable JsonNode detail,
      @OmitIfUnset @Nullable Long checkpoints,
      @OmitIfUnset @Nullable Long actions,
      @OmitIfUnset @Nullable Long evidence) {
    public AuditLine {
      record = Copies.orNull(record);
      detail = Copies.orNull(detail);
    }

    public static AuditLine header(
        String format, String ledgerId, long exportedAtMs, String version) {
      return new AuditLine(
          "header",
          format,
          ledgerId,
          exportedAtMs,
          version,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }

    public static AuditLine key(String keyId, String publicKey, long addedAtMs) {
      return new AuditLine(
          "key", null, null, null, null, keyId, publicKey, addedAtMs, null, null, null, null, null,
          null);
    }

    public static AuditLine of(String type, JsonNode record) {
      return new AuditLine(
          type, null, null, null, null, null, null, null, record, null, null, null, null, null);
    }

    public static AuditLine evidence(String actionId, JsonNode detail) {
      return new AuditLine(
          "evidence",
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          actionId,
          detail,
          null,
          null,
          null);
    }

    public static AuditLine end(long checkpoints, long actions, long evidence) {
      return new AuditLine(
          "end",
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          checkpoints,
          actions,
          evidence);
    }
  }

  @About("A current or previous signing key of the ledger.")
  record AuditKeyView(
      @About("The first 16 hex digits of the SHA-256 of the public key.") String keyId,
      @Words("ed25519") String algorithm,
      @About("32 bytes in base64url.") String publicKey,
      long addedAtMs,
      @About("The checkpoint that introduced it.") long sequence,
      @About("Whether it is the current signing key.") boolean current) {}

  @About("A JWK set (RFC 7517) of the keys that signed the ledger, newest first.")
  record PublishedKeys(List<PublishedKey> keys) {
    public PublishedKeys {
      keys = Copies.of(keys);
    }
  }

  @About("A key that signs or signed the ledger, as a JWK.")
  record PublishedKey(
      @Words("OKP") String kty,
      @Words("Ed25519") String crv,
      @About("32 bytes in base64url.") String x,
      @About("The first 16 hex digits of the SHA-256 of the public key.") String kid,
      @Words("sig") String use,
      @Words("EdDSA") String alg,
      long addedAtMs,
      @About("Set once another key signs.") @OmitIfUnset @Nullable Long retiredAtMs) {}

  @About("A checkpoint of a run's chain, a new signing key, or a loss of commits.")
  record CheckpointView(
      String checkpointId,
      @About("From 1 within the ledger.") long sequence,
      long timestampMs,
      String ledgerId,
      @Words({"checkpoint", "key", "loss"}) String type,
      @Nullable String runId,
      @Nullable String sessionId,
      @About("Number of records in the run's chain.") @Nullable Integer count,
      @About("The record_hash of its last.") @Nullable String lastHash,
      @Nullable String keyIdAdded,
      @About("32 bytes in base64url.") @Nullable String publicKeyAdded,
      @About("Only for a loss, like the two times: the number of lost commits.") @OmitIfUnset
          @Nullable Long commitsLost,
      @About("When the last remaining commit was made; 0 if there is none.") @OmitIfUnset
          @Nullable Long lostSinceMs,
      @About("When the last lost commit was made.") @OmitIfUnset @Nullable Long lostUntilMs,
      @Nullable String prevHash,
      String recordHash,
      @Words({"ed25519", "checkpoint"}) String signatureAlg,
      String keyId,
      String signature) {}

  @About("The request or response of an external action, signed and linked to the previous record.")
  record ExternalActionView(
      String actionId,
      @About("From 1 within the run.") int sequence,
      long timestampMs,
      String sessionId,
      String agentId,
      String runId,
      @Nullable String toolCallId,
      @About("Who allowed it, or else who submitted the run.") String principalId,
      @About("Who submitted the run.") @Nullable String parentPrincipalId,
      @About("The approval that allowed it.") @Nullable String grantId,
      @About("request before the action, response after it.") @Words({"request", "response"})
          String phase,
      @Words({
            "tool_process",
            "tool",
            "http_call",
            "delivery",
            "mcp_call",
            "decision",
            "effect",
            "permit",
            "admin"
          })
          String kind,
      String target,
      String requestDigest,
      @Nullable String responseDigest,
      @Nullable String outcome,
      @About("The record_hash of the previous record; null on the first.")
          @Nullable String prevHash,
      @About("SHA-256 of the RFC 8785 form without this, signature_alg, key_id and signature.")
          String recordHash,
      @Words({"ed25519", "checkpoint"}) String signatureAlg,
      String keyId,
      @About(
              "Over the bytes of record_hash, in base64url; with signature_alg checkpoint "
                  + "the id of the checkpoint that is signed for it.")
          String signature) {}

  @About("A record of the ledger and its evidence.")
  record AuditRecordView(
      ExternalActionView record,
      @About(
              "What the record is about, without content of runs: its RFC 8785 form has "
                  + "the digest that the record holds.")
          @OmitIfUnset
          @Nullable JsonNode evidence) {
    public AuditRecordView {
      evidence = Copies.orNull(evidence);
    }
  }

  @About("The state of the vault, without keys and secrets.")
  record VaultView(
      @About("Identifies the key without revealing it.") String keyId,
      @About("Where the key comes from.") @Words({"file", "environment", "command"}) String source,
      @About("Number of secrets, of conversations and of approver keys.") long secrets,
      @About(
              "How many of them are still encrypted with an older key; 0 except during "
                  + "a key change.")
          long wrappedByOlder) {}
}
