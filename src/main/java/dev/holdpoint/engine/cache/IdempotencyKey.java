package dev.holdpoint.engine.cache;

import java.util.List;
import java.util.stream.Stream;

/**
 * A caller's idempotency key, already hashed: who, which operation and which key make the scope;
 * the path and what was sent make the fingerprint.
 *
 * @param formerScopes under which versions before this one kept the same key
 */
public record IdempotencyKey(String scope, String fingerprint, List<String> formerScopes) {
  public static final long KEPT_MS = 7L * 24 * 3600 * 1000;

  public IdempotencyKey {
    formerScopes = List.copyOf(formerScopes);
  }

  public IdempotencyKey(String scope, String fingerprint) {
    this(scope, fingerprint, List.of());
  }

  /** All under which an earlier call may be found, the likeliest first. */
  public List<String> scopes() {
    return formerScopes.isEmpty()
        ? List.of(scope)
        : Stream.concat(Stream.of(scope), formerScopes.stream()).toList();
  }
}
