package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About(
    "How far a run's chain had come, the key that signs from here on, or commits that the ledger has lost.")
public record CheckpointView(
    String checkpointId,
    @About("From 1 within the ledger.") long sequence,
    long timestampMs,
    String ledgerId,
    @Words({"checkpoint", "key", "loss"}) String type,
    @Nullable String runId,
    @Nullable String sessionId,
    @About("How many records the run's chain had.") @Nullable Integer count,
    @About("The record_hash of its last.") @Nullable String lastHash,
    @Nullable String keyIdAdded,
    @About("32 bytes in base64url.") @Nullable String publicKeyAdded,
    @About("Of a loss alone, as the two times: how many commits are gone.") @OmitIfUnset
        @Nullable Long commitsLost,
    @About("When the last one was made that is there; 0 for none.") @OmitIfUnset
        @Nullable Long lostSinceMs,
    @About("When the last one was made that is gone.") @OmitIfUnset @Nullable Long lostUntilMs,
    @Nullable String prevHash,
    String recordHash,
    @Words("ed25519") String signatureAlg,
    String keyId,
    String signature) {}
