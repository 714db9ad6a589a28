package dev.holdpoint.http.server;

import org.jspecify.annotations.Nullable;

/** Knows the tokens. Returns null for one that is unknown, expired or revoked. */
@FunctionalInterface
public interface Authenticator {
  @Nullable Caller authenticate(String bearerToken);
}
