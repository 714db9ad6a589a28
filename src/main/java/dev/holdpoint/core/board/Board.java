package dev.holdpoint.core.board;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * A text that people and agents share, of which every state is kept.
 *
 * @param revisionId the newest of its revisions
 * @param revisions how many there are
 */
public record Board(
    long key,
    String id,
    String revisionId,
    String title,
    int revisions,
    long createdAtMs,
    long updatedAtMs)
    implements Kept {
  public static final String PREFIX = "brd_";
  public static final Shelf<Board> SHELF = new Shelf<>(2, Board.class);
}
