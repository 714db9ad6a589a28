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
public record WorkSubject(long runKey, @Nullable String sessionId, List<String> scopes) {
  public static final WorkSubject UNKNOWN = new WorkSubject(0, null, List.of());

  public WorkSubject {
    scopes = List.copyOf(scopes);
  }

  public static WorkSubject run(long key, @Nullable IdempotencyKey idempotency) {
    return new WorkSubject(key, null, scopes(idempotency));
  }

  public static WorkSubject session(String id, @Nullable IdempotencyKey idempotency) {
    return new WorkSubject(0, id, scopes(idempotency));
  }

  private static List<String> scopes(@Nullable IdempotencyKey idempotency) {
    return idempotency == null ? List.of() : idempotency.scopes();
  }
}
