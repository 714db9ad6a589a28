package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A browser that has signed in, or a link by which one may.")
public record WebSessionRow(
    String webSessionId,
    WebSessionState state,
    @About("The id of the token it was made with, or admin.") String principalId,
    String name,
    @OmitIfUnset @Nullable Role role,
    String tenantId,
    long createdAtMs,
    @About("When the browser signed in.") @OmitIfUnset @Nullable Long openedAtMs,
    long expiresAtMs) {}
