package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Outdated;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("The key of an approver, without its secret.")
public record ApproverKeyView(
    String keyId,
    String tenantId,
    @Words({"hmac-sha256", "ed25519"}) String algorithm,
    String principal,
    @OmitIfUnset @Nullable String name,
    @About("The public key of an ed25519 key, in base64url.") @OmitIfUnset
        @Nullable String publicKey,
    KeyState state,
    @OmitIfUnset @Outdated @Nullable String notAfter,
    @OmitIfUnset @Nullable Long notAfterMs,
    @About("RFC 3339, UTC.") @Outdated String createdAt,
    long createdAtMs,
    @OmitIfUnset @Outdated @Nullable String revokedAt,
    @OmitIfUnset @Nullable Long revokedAtMs) {}
