package dev.holdpoint.core.world;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * What a call's target had in it when its approval was raised, without secrets. It is there for the
 * difference alone, no longer than the call may still be carried out, and no view shows it.
 *
 * @param key that of the approval's row
 */
public record KeptTarget(long key, String sessionId, String text) implements StoredRecord {
  public static final RecordKind<KeptTarget> KIND = RecordKind.uncached(51, KeptTarget.class);

  /** Larger targets are not kept. */
  public static final int MOST_BYTES = 16 * 1024;

  @Override
  public String group() {
    return sessionId;
  }

  /** Records print their members; a file's text must not end up in a log that way. */
  @Override
  public String toString() {
    return "KeptTarget[" + key + "]";
  }
}
