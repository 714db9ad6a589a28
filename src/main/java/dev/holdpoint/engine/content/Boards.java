package dev.holdpoint.engine.content;

import dev.holdpoint.core.content.Board;
import dev.holdpoint.core.content.BoardRevision;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.RecordQueries;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Makes boards and revises them. */
public final class Boards {
  private final Commits commits;

  public Boards(Commits commits) {
    this.commits = commits;
  }

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Board board, BoardRevision revision, boolean replayed) {}

  public Made create(
      String tenantId, String title, String content, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          Made earlier = replayed(change, idempotency);
          if (earlier != null) {
            return earlier;
          }
          String id = change.newId(Board.PREFIX);
          BoardRevision revision = revision(change, id, title, content);
          Board board =
              new Board(
                  Ulid.keyOf(Board.PREFIX, id).orElseThrow(),
                  id,
                  tenantId,
                  revision.id(),
                  title,
                  1,
                  change.nowMs(),
                  change.nowMs());
          return kept(change, board, revision, idempotency);
        });
  }

  /**
   * @param within the only tenant whose boards the caller reaches; null for all of them
   */
  public Made revise(
      @Nullable String within,
      String boardId,
      String title,
      String content,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          Made earlier = replayed(change, idempotency);
          if (earlier != null) {
            return earlier;
          }
          Board before = find(change, boardId);
          if (before == null || (within != null && !before.isOf(within))) {
            throw notFound();
          }
          BoardRevision revision = revision(change, boardId, title, content);
          Board board =
              new Board(
                  before.key(),
                  before.id(),
                  before.tenantId(),
                  revision.id(),
                  title,
                  before.revisions() + 1,
                  before.createdAtMs(),
                  change.nowMs());
          return kept(change, board, revision, idempotency);
        });
  }

  private static BoardRevision revision(
      Change change, String boardId, String title, String content) {
    String id = change.newId(BoardRevision.PREFIX);
    return new BoardRevision(
        Ulid.keyOf(BoardRevision.PREFIX, id).orElseThrow(),
        id,
        boardId,
        title,
        content,
        change.nowMs());
  }

  private static Made kept(
      Change change, Board board, BoardRevision revision, @Nullable IdempotencyKey idempotency) {
    change.keep(BoardRevision.KIND, revision);
    change.keep(Board.KIND, board);
    OncePerKey.remember(change, idempotency, revision.key());
    return new Made(board, revision, false);
  }

  private static @Nullable Made replayed(Change change, @Nullable IdempotencyKey idempotency) {
    OptionalLong earlier = OncePerKey.replay(change, idempotency);
    if (earlier.isEmpty()) {
      return null;
    }
    BoardRevision revision =
        Objects.requireNonNull(change.kept(BoardRevision.KIND, earlier.getAsLong()));
    return new Made(Objects.requireNonNull(find(change, revision.boardId())), revision, true);
  }

  static @Nullable Board find(Change change, String id) {
    OptionalLong key = Ulid.keyOf(Board.PREFIX, id);
    return key.isPresent() ? same(change.kept(Board.KIND, key.getAsLong()), id) : null;
  }

  public static @Nullable Board find(RecordQueries shelves, String id) {
    OptionalLong key = Ulid.keyOf(Board.PREFIX, id);
    return key.isPresent() ? same(shelves.kept(Board.KIND, key.getAsLong()), id) : null;
  }

  private static @Nullable Board same(@Nullable Board found, String id) {
    return found != null && found.id().equals(id) ? found : null;
  }

  static @Nullable BoardRevision findRevision(Change change, String id) {
    OptionalLong key = Ulid.keyOf(BoardRevision.PREFIX, id);
    return key.isPresent() ? same(change.kept(BoardRevision.KIND, key.getAsLong()), id) : null;
  }

  public static @Nullable BoardRevision findRevision(RecordQueries shelves, String id) {
    OptionalLong key = Ulid.keyOf(BoardRevision.PREFIX, id);
    return key.isPresent() ? same(shelves.kept(BoardRevision.KIND, key.getAsLong()), id) : null;
  }

  private static @Nullable BoardRevision same(@Nullable BoardRevision found, String id) {
    return found != null && found.id().equals(id) ? found : null;
  }

  public static RuntimeException notFound() {
    return Problem.BOARD_NOT_FOUND
        .because("There is no such board. GET /v1/boards lists them.")
        .asException();
  }

  public static RuntimeException revisionNotFound() {
    return Problem.BOARD_REVISION_NOT_FOUND
        .because("The board has no such revision. GET …/revisions lists them.")
        .asException();
  }
}
