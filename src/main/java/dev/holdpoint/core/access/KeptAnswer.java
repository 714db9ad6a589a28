package dev.holdpoint.core.access;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * What a call under an idempotency key was answered with, to be said again word for word.
 *
 * @param scope hash of who called, which operation, and the key
 * @param fingerprint keyed hash of what was sent: it may have been a secret
 */
public record KeptAnswer(
    long key,
    String scope,
    String fingerprint,
    int status,
    String contentType,
    String body,
    long atMs)
    implements Kept {
  public static final String PREFIX = "ans_";
  public static final Shelf<KeptAnswer> SHELF = Shelf.uncached(20, KeptAnswer.class);
  public static final long KEPT_MS = 24L * 3600 * 1000;

  @Override
  public String name() {
    return scope;
  }

  @Override
  public Long dueAtMs() {
    return atMs + KEPT_MS;
  }

  public boolean isOver(long nowMs) {
    return nowMs >= dueAtMs();
  }
}
