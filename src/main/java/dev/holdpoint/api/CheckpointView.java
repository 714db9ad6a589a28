package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("How far a run's chain had come, or the key that signs from here on.")
public record CheckpointView(
    String checkpointId,
    @About("From 1 within the ledger.") long sequence,
    long timestampMs,
    String ledgerId,
    @Words({"checkpoint", "key"}) String type,
    @Nullable String runId,
    @Nullable String sessionId,
    @About("How many records the run's chain had.") @Nullable Integer count,
    @About("The record_hash of its last.") @Nullable String lastHash,
    @Nullable String keyIdAdded,
    @About("32 bytes in base64url.") @Nullable String publicKeyAdded,
    @Nullable String prevHash,
    String recordHash,
    @Words("ed25519") String signatureAlg,
    String keyId,
    String signature) {}
