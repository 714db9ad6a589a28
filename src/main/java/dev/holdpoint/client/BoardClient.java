package dev.holdpoint.client;

import dev.holdpoint.api.content.ContentBodies.BoardRequest;
import dev.holdpoint.api.content.ContentBodies.BoardRevisionView;
import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;

/** Boards and their revisions. */
public final class BoardClient {
  private static final String BOARD = "/v1/boards/{}";
  private static final String REVISIONS = BOARD + "/revisions";

  private final Connection connection;

  BoardClient(Connection connection) {
    this.connection = connection;
  }

  public BoardView create(String title, String content) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/boards"),
        new BoardRequest(title, content, null),
        null,
        BoardView.class);
  }

  public BoardRevisionView revise(String boardId, String title, String content) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(REVISIONS, boardId),
        new BoardRequest(title, content, null),
        null,
        BoardRevisionView.class);
  }

  public Page<BoardView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/boards"), wish, BoardView.class);
  }

  public BoardView find(String boardId) throws CallFailed {
    return connection.get(RequestPath.of(BOARD, boardId), BoardView.class);
  }

  public Page<BoardRevisionView> revisions(String boardId, PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(REVISIONS, boardId), wish, BoardRevisionView.class);
  }

  public BoardRevisionView revision(String boardId, String revisionId) throws CallFailed {
    return connection.get(
        RequestPath.of(REVISIONS + "/{}", boardId, revisionId), BoardRevisionView.class);
  }
}
