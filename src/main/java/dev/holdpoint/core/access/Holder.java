package dev.holdpoint.core.access;

/**
 * Who acts on sessions.
 *
 * @param tokenId the id of their token, or {@code admin}
 * @param ownOnly whether no sessions exist for them but their own
 */
public record Holder(String tokenId, boolean ownOnly) {}
