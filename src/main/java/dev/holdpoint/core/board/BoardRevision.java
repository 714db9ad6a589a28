package dev.holdpoint.core.board;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/** A board as it was at one time. It never changes. */
public record BoardRevision(
    long key, String id, String boardId, String title, String content, long createdAtMs)
    implements Kept {
  public static final String PREFIX = "rev_";
  public static final Shelf<BoardRevision> SHELF = new Shelf<>(3, BoardRevision.class);

  @Override
  public String group() {
    return boardId;
  }
}
