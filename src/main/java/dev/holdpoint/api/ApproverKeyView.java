package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The key of somebody who approves, without its secret.")
public record ApproverKeyView(
    String keyId,
    String tenantId,
    String algorithm,
    String principal,
    @OmitIfUnset @Nullable String name,
    @About("Of an ed25519 key, base64url.") @OmitIfUnset @Nullable String publicKey,
    KeyState state,
    @OmitIfUnset @Nullable String notAfter,
    @About("RFC 3339, UTC.") String createdAt,
    @OmitIfUnset @Nullable String revokedAt) {}
