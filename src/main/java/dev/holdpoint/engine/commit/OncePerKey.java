package dev.holdpoint.engine.commit;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Decides once for each idempotency key: a repeated call gets what the first one left. */
public final class OncePerKey {
  private OncePerKey() {}

  /** The run or session that an earlier call with this key was answered with. */
  public static OptionalLong replay(Change change, @Nullable IdempotencyKey key) {
    if (key == null) {
      return OptionalLong.empty();
    }
    IdempotencyRecord earlier =
        key.scopes().stream()
            .map(change::remembered)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (earlier == null) {
      return OptionalLong.empty();
    }
    if (!earlier.fingerprint().equals(key.fingerprint())) {
      throw Problem.IDEMPOTENCY_CONFLICT
          .because(
              "This idempotency key was used for a different request. Use a new key "
                  + "for a new request.")
          .asException();
    }
    return OptionalLong.of(earlier.shownKey());
  }

  /**
   * For what is made with a secret, which is shown once and then known to nobody: an earlier call
   * with this key has made it, and its answer cannot be given again.
   *
   * @param id of what has this key; null when it is there no more
   */
  public static void refuseRepeat(
      Change change, @Nullable IdempotencyKey key, LongFunction<@Nullable String> id) {
    OptionalLong earlier = replay(change, key);
    if (earlier.isEmpty()) {
      return;
    }
    String made = id.apply(earlier.getAsLong());
    Refusal refusal =
        Problem.ANSWER_NOT_REPEATABLE.because(
            "An earlier request with this idempotency key created it. Its secret was "
                + "shown once and is not stored. If that answer was lost, revoke "
                + "conflicting_resource_id and send the request with a new key. Nothing "
                + "was created.");
    throw (made == null ? refusal : refusal.inFavourOf(made)).asException();
  }

  /** A refusal is not remembered: a repeated call is refused again. */
  public static void remember(Change change, @Nullable IdempotencyKey key, long shownKey) {
    if (key != null && change.refusal == null) {
      long row = Ulid.keyOf("idk_", change.newId("idk_")).orElseThrow();
      change.remember(new IdempotencyRecord(row, key.scope(), key.fingerprint(), shownKey));
    }
  }
}
