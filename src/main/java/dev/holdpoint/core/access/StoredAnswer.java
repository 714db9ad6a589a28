package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * What a call under an idempotency key was answered with, to be said again word for word.
 *
 * @param scope hash of who called, which operation, and the key
 * @param fingerprint keyed hash of what was sent: it may have been a secret
 */
public record StoredAnswer(
    long key,
    String scope,
    String fingerprint,
    int status,
    String contentType,
    String body,
    long atMs)
    implements StoredRecord {
  public static final String PREFIX = "ans_";
  public static final RecordKind<StoredAnswer> KIND = RecordKind.uncached(20, StoredAnswer.class);
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
