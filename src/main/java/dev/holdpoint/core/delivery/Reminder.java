package dev.holdpoint.core.delivery;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * That somebody is to be told of a gate before it expires, as the version before left it. A gate's
 * triage says so now.
 *
 * @param key that of the gate, which is reminded of once
 */
public record Reminder(long key, String gateId, long runKey, long atMs) implements StoredRecord {
  public static final RecordKind<Reminder> KIND = RecordKind.uncached(30, Reminder.class);

  @Override
  public Long dueAtMs() {
    return atMs;
  }
}
