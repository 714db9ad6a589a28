package dev.holdpoint.engine;

import dev.holdpoint.core.id.Ulid;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.port.Remembered;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A caller's idempotency key, already hashed: who, which operation and which key make the scope;
 * the path and what was sent make the fingerprint.
 *
 * @param formerScopes under which versions before this one kept the same key
 */
public record Idempotency(String scope, String fingerprint, List<String> formerScopes) {
  public static final long KEPT_MS = 7L * 24 * 3600 * 1000;

  public Idempotency {
    formerScopes = List.copyOf(formerScopes);
  }

  public Idempotency(String scope, String fingerprint) {
    this(scope, fingerprint, List.of());
  }

  /** All under which an earlier call may be found, the likeliest first. */
  List<String> scopes() {
    return formerScopes.isEmpty()
        ? List.of(scope)
        : Stream.concat(Stream.of(scope), formerScopes.stream()).toList();
  }

  /** The run or session that an earlier call with this key was answered with. */
  static OptionalLong replay(Change change, @Nullable Idempotency key) {
    if (key == null) {
      return OptionalLong.empty();
    }
    Remembered earlier =
        key.scopes().stream()
            .map(change::remembered)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
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
