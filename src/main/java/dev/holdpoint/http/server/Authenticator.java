package dev.holdpoint.http.server;

import org.jspecify.annotations.Nullable;

/** Knows the tokens. Returns null for one that is unknown, expired or revoked. */
@FunctionalInterface
public interface Authenticator {
  @Nullable Caller authenticate(String bearerToken);

  /** Who has signed in with the browser whose cookie holds this; null when nobody has. */
  default @Nullable Caller recognize(String cookieSecret) {
    return null;
  }
}
