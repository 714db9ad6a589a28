package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A new token; its secret is shown only once.")
public record CreatedToken(
    String tokenId,
    String name,
    Role role,
    @OmitIfUnset @Nullable String tenantId,
    long createdAtMs,
    @OmitIfUnset @Nullable Long expiresAtMs,
    @About("Send it as Authorization: Bearer. It cannot be shown again.") String token) {}
