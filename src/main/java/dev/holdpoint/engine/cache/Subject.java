package dev.holdpoint.engine.cache;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a work is about, as far as that is known before it is decided: it is read for a whole batch
 * at once, so that the others do not wait while each asks for its own.
 *
 * @param runKey of a run, or 0
 * @param sessionId of the session that gets something to do
 * @param scopes of the caller's idempotency key
 */
public record Subject(long runKey, @Nullable String sessionId, List<String> scopes) {
  public static final Subject UNKNOWN = new Subject(0, null, List.of());

  public Subject {
    scopes = List.copyOf(scopes);
  }

  public static Subject run(long key, @Nullable Idempotency idempotency) {
    return new Subject(key, null, scopes(idempotency));
  }

  public static Subject session(String id, @Nullable Idempotency idempotency) {
    return new Subject(0, id, scopes(idempotency));
  }

  private static List<String> scopes(@Nullable Idempotency idempotency) {
    return idempotency == null ? List.of() : idempotency.scopes();
  }
}
