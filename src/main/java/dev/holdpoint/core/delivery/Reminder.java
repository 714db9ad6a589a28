package dev.holdpoint.core.delivery;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * That somebody is to be told of a gate before it expires.
 *
 * @param key that of the gate, which is reminded of once
 */
public record Reminder(long key, String gateId, long runKey, long atMs) implements StoredRecord {
  public static final RecordKind<Reminder> KIND = RecordKind.uncached(30, Reminder.class);

  @Override
  public Long dueAtMs() {
    return atMs;
  }

  /** So long before the end as is usual, or in the middle of a life that is shorter than that. */
  public static long timeFor(long raisedAtMs, long expiresAtMs, long usualMs) {
    long life = expiresAtMs - raisedAtMs;
    return life > usualMs ? expiresAtMs - usualMs : raisedAtMs + Math.max(0, life) / 2;
  }
}
