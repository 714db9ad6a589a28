package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.api.content.ContentBodies.AttachmentUpload;
import dev.holdpoint.api.content.ContentBodies.BoardRequest;
import dev.holdpoint.api.content.ContentBodies.BoardRevisionView;
import dev.holdpoint.api.content.ContentBodies.BoardView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.endpoint.QueryParameters;
import java.util.List;

/** What input can refer to: stored files and boards. */
final class MaterialEndpoints {
  private static final String ASSET = "/v1/assets/{asset_id}";
  private static final String BOARD = "/v1/boards/{board_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "addAsset",
                  "/v1/assets",
                  WORK,
                  NATURAL,
                  "Stores a file, or returns the existing one with the same bytes")
              .withinTenants()
              .takes(AttachmentUpload.class, 201, AssetView.class),
          get("listAssets", "/v1/assets", READ, "Lists stored files, newest first")
              .withinTenants()
              .lists(AssetView.class, QueryParameters.SHA256, PAGE, CURSOR, LIMIT),
          get("getAsset", ASSET, READ, "Returns the metadata of a stored file")
              .withinTenants()
              .answers(AssetView.class),
          get("getAssetBytes", ASSET + "/raw", READ, "Returns the bytes of a stored file")
              .withinTenants()
              .writesBytes(AssetView.SENT_AS.toArray(String[]::new)),
          post("createBoard", "/v1/boards", WORK, KEYED, "Creates a board with its first revision")
              .withinTenants()
              .takes(BoardRequest.class, 201, BoardView.class),
          get("listBoards", "/v1/boards", READ, "Lists boards, newest first")
              .withinTenants()
              .lists(BoardView.class, PAGE, CURSOR, LIMIT),
          get("getBoard", BOARD, READ, "Returns a board in its newest revision")
              .withinTenants()
              .answers(BoardView.class),
          post("reviseBoard", BOARD + "/revisions", WORK, KEYED, "Adds a revision to a board")
              .withinTenants()
              .takes(BoardRequest.class, 201, BoardRevisionView.class),
          get("listBoardRevisions", BOARD + "/revisions", READ, "Lists revisions, newest first")
              .withinTenants()
              .lists(BoardRevisionView.class, PAGE, CURSOR, LIMIT),
          get("getBoardRevision", BOARD + "/revisions/{revision_id}", READ, "One revision")
              .withinTenants()
              .answers(BoardRevisionView.class));

  private MaterialEndpoints() {}
}
