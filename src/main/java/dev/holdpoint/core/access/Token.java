package dev.holdpoint.core.access;

import org.jspecify.annotations.Nullable;

/** A bearer token. Only its hash is kept: the token itself is shown once. */
public record Token(
    long key,
    String id,
    String name,
    Role role,
    String tenantId,
    String sha256,
    long createdAtMs,
    String createdBy,
    @Nullable Long expiresAtMs) {

  /** The person or program that its decisions and submissions count for. */
  public String principal() {
    return name;
  }

  public boolean isValidAt(long nowMs) {
    return expiresAtMs == null || nowMs < expiresAtMs;
  }
}
