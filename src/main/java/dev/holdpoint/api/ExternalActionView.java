package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("The request or response of an external action, signed and linked to the previous record.")
public record ExternalActionView(
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
    @Words({"tool_process", "tool", "http_call", "delivery", "mcp_call", "decision"}) String kind,
    String target,
    String requestDigest,
    @Nullable String responseDigest,
    @Nullable String outcome,
    @About("The record_hash of the previous record; null on the first.") @Nullable String prevHash,
    @About("SHA-256 of the RFC 8785 form without this, signature_alg, key_id and signature.")
        String recordHash,
    @Words("ed25519") String signatureAlg,
    String keyId,
    @About("Over the bytes of record_hash, in base64url.") String signature) {}
