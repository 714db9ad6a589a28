package dev.holdpoint.http.v1.content;

import dev.holdpoint.api.content.ContentBodies.BoardRequest;
import dev.holdpoint.api.content.ContentBodies.BoardRevisionView;
import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.content.Board;
import dev.holdpoint.core.content.BoardRevision;
import dev.holdpoint.engine.content.Boards;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Owned;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Boards and their revisions. */
public final class BoardHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Boards boards;

  public BoardHandlers(ViewContext sight, Bodies bodies, Boards boards) {
    this.sight = sight;
    this.bodies = bodies;
    this.boards = boards;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createBoard", this::create,
        "listBoards", this::list,
        "getBoard", this::show,
        "reviseBoard", this::revise,
        "listBoardRevisions", this::revisions,
        "getBoardRevision", this::revision);
  }

  private Reply create(Call call) {
    BoardRequest body = bodies.read(call, BoardRequest.class);
    Boards.Made made =
        boards.create(
            call.caller().tenantId(),
            body.title(),
            body.content(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(Reply.json(201, view(made.board(), made.revision())), made.replayed());
  }

  private Reply revise(Call call) {
    BoardRequest body = bodies.read(call, BoardRequest.class);
    Boards.Made made =
        boards.revise(
            call.caller().within(),
            call.path("board_id"),
            body.title(),
            body.content(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(
        Reply.json(201, view(made.revision(), made.revision().content())), made.replayed());
  }

  private Reply list(Call call) {
    ListPages.Request wish = ListPages.of(call, "boards");
    long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
    return sight.engine.read(
        queries -> {
          List<Board> found = Owned.below(queries, Board.KIND, call, null, below, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<Board> shown = more ? found.subList(0, wish.limit()) : found;
          return ListPages.reply(
              wish,
              shown.stream().map(board -> view(board, null)).toList(),
              () -> Owned.count(queries, Board.KIND, call, null),
              more ? new ListPages.Place(false, shown.getLast().key()) : null,
              ListOrder.NEWEST_FIRST);
        });
  }

  private Reply show(Call call) {
    return sight.engine.read(
        queries -> {
          Board board = board(queries, call);
          return Reply.json(200, view(board, Boards.findRevision(queries, board.revisionId())));
        });
  }

  private Reply revisions(Call call) {
    ListPages.Request wish = ListPages.of(call, "board revisions " + call.path("board_id"));
    long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
    return sight.engine.read(
        queries -> {
          Board board = board(queries, call);
          List<BoardRevision> found =
              queries.keptBelow(BoardRevision.KIND, board.id(), below, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<BoardRevision> shown = more ? found.subList(0, wish.limit()) : found;
          return ListPages.reply(
              wish,
              shown.stream().map(revision -> view(revision, null)).toList(),
              () -> board.revisions(),
              more ? new ListPages.Place(false, shown.getLast().key()) : null,
              ListOrder.NEWEST_FIRST);
        });
  }

  private Reply revision(Call call) {
    return sight.engine.read(
        queries -> {
          Board board = board(queries, call);
          BoardRevision revision = Boards.findRevision(queries, call.path("revision_id"));
          if (revision == null || !revision.boardId().equals(board.id())) {
            throw Boards.revisionNotFound();
          }
          return Reply.json(200, view(revision, revision.content()));
        });
  }

  private static Board board(Queries queries, Call call) {
    Board board = Boards.find(queries, call.path("board_id"));
    if (board == null || !Owned.reaches(call, board)) {
      throw Boards.notFound();
    }
    return board;
  }

  private static BoardView view(Board board, @Nullable BoardRevision shown) {
    return new BoardView(
        board.id(),
        shown == null ? board.revisionId() : shown.id(),
        shown == null ? board.title() : shown.title(),
        shown == null ? null : shown.content(),
        board.revisions(),
        board.createdAtMs(),
        board.updatedAtMs());
  }

  private static BoardRevisionView view(BoardRevision revision, @Nullable String content) {
    return new BoardRevisionView(
        revision.boardId(), revision.id(), revision.title(), content, revision.createdAtMs());
  }
}
