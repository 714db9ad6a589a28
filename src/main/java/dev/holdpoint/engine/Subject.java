package dev.holdpoint.engine;

import org.jspecify.annotations.Nullable;

/**
 * What a work is about, as far as that is known before it is decided: it is read for a whole batch
 * at once, so that the others do not wait while each asks for its own.
 *
 * @param runKey of a run, or 0
 * @param sessionId of the session that gets something to do
 * @param scope of the caller's idempotency key
 */
public record Subject(long runKey, @Nullable String sessionId, @Nullable String scope) {
  public static final Subject UNKNOWN = new Subject(0, null, null);

  static Subject run(long key, @Nullable Idempotency idempotency) {
    return new Subject(key, null, scope(idempotency));
  }

  static Subject session(String id, @Nullable Idempotency idempotency) {
    return new Subject(0, id, scope(idempotency));
  }

  private static @Nullable String scope(@Nullable Idempotency idempotency) {
    return idempotency == null ? null : idempotency.scope();
  }
}
