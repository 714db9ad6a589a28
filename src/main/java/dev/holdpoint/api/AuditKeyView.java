package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("A current or previous signing key of the ledger.")
public record AuditKeyView(
    @About("The first 16 hex digits of the SHA-256 of the public key.") String keyId,
    @Words("ed25519") String algorithm,
    @About("32 bytes in base64url.") String publicKey,
    long addedAtMs,
    @About("The checkpoint that introduced it.") long sequence,
    @About("Whether it is the current signing key.") boolean current) {}
