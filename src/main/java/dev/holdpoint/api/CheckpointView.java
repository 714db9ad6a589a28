package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("A checkpoint of a run's chain, a new signing key, or a loss of commits.")
public record CheckpointView(
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
    @Words("ed25519") String signatureAlg,
    String keyId,
    String signature) {}
