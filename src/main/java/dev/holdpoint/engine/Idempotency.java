package dev.holdpoint.engine;

import dev.holdpoint.core.id.Ulid;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.port.Remembered;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A caller's idempotency key, already hashed: who, which operation, which path and which key make
 * the scope; what was sent makes the fingerprint.
 */
public record Idempotency(String scope, String fingerprint) {
  public static final long KEPT_MS = 7L * 24 * 3600 * 1000;

  /** The run or session that an earlier call with this key was answered with. */
  static OptionalLong replay(Change change, @Nullable Idempotency key) {
    if (key == null) {
      return OptionalLong.empty();
    }
    Remembered earlier = change.remembered(key.scope);
    if (earlier == null) {
      return OptionalLong.empty();
    }
    if (!earlier.fingerprint().equals(key.fingerprint)) {
      throw Problem.IDEMPOTENCY_CONFLICT
          .because(
              "This idempotency key came with another request before; use a new key for a new request.")
          .asException();
    }
    return OptionalLong.of(earlier.shownKey());
  }

  /** Not what was refused: whoever asks again shall hear the refusal again. */
  static void remember(Change change, @Nullable Idempotency key, long shownKey) {
    if (key != null && change.refusal == null) {
      long row = Ulid.keyOf("idk_", change.newId("idk_")).orElseThrow();
      change.remember(new Remembered(row, key.scope, key.fingerprint, shownKey));
    }
  }
}
