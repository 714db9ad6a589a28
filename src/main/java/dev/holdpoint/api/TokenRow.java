package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A token without its secret.")
public record TokenRow(
    String tokenId,
    String name,
    Role role,
    @OmitIfUnset @Nullable String tenantId,
    long createdAtMs,
    @OmitIfUnset @Nullable Long expiresAtMs,
    @OmitIfUnset @Nullable Long lastUsedAtMs) {}
