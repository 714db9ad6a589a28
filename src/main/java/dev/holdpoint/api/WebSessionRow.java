package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A browser that has signed in, or a link that can sign one in.")
public record WebSessionRow(
    String webSessionId,
    WebSessionState state,
    @About("The id of the token that created it, or admin.") String principalId,
    String name,
    @OmitIfUnset @Nullable Role role,
    String tenantId,
    long createdAtMs,
    @About("When the browser signed in.") @OmitIfUnset @Nullable Long openedAtMs,
    long expiresAtMs) {}
