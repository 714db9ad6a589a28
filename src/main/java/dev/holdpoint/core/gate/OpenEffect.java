package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * A call that left no result, while the question about it waits. By these records such calls are
 * counted without a look at all that waits.
 *
 * @param key that of the question's row
 */
public record OpenEffect(long key, long runKey) implements StoredRecord {
  public static final RecordKind<OpenEffect> KIND = RecordKind.uncached(49, OpenEffect.class);
}
