package dev.holdpoint.core.content;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/** A board as it was at one time. It never changes. */
public record BoardRevision(
    long key, String id, String boardId, String title, String content, long createdAtMs)
    implements StoredRecord {
  public static final String PREFIX = "rev_";
  public static final RecordKind<BoardRevision> KIND = new RecordKind<>(3, BoardRevision.class);

  @Override
  public String group() {
    return boardId;
  }
}
