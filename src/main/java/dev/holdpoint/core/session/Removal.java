package dev.holdpoint.core.session;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * A session that is gone for everybody, and whose rows are still to be taken away. It may have very
 * many, so that they go some at a time.
 *
 * @param key the session's own
 */
public record Removal(long key, String sessionId, long atMs) implements StoredRecord {
  public static final RecordKind<Removal> KIND = new RecordKind<>(13, Removal.class);

  /** The same, to be tried again. */
  public Removal later(long whenMs) {
    return new Removal(key, sessionId, whenMs);
  }

  @Override
  public String name() {
    return sessionId;
  }

  @Override
  public Long dueAtMs() {
    return atMs;
  }
}
