package dev.holdpoint.engine.content;

import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.content.Board;
import dev.holdpoint.core.content.BoardRevision;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.engine.commit.Change;
import java.util.List;

/** Looks up what input names, so that it means the same for ever after. */
public final class InputResolver {
  private InputResolver() {}

  /**
   * @param tenantId whose run gets the input; what belongs to another tenant is not there
   * @throws Refused when something that is named is not there
   */
  public static List<Item> resolve(Change change, String tenantId, List<InputPiece> pieces) {
    return pieces.stream().map(piece -> resolve(change, tenantId, piece)).toList();
  }

  private static Item resolve(Change change, String tenantId, InputPiece piece) {
    return switch (piece) {
      case InputPiece.Text(String text) -> new Item.Text(text);
      case InputPiece.Upload upload -> file(Assets.shelve(change, tenantId, upload));
      case InputPiece.AssetReference(String id, String pointer) -> {
        Asset asset = Assets.find(change, id);
        if (asset == null || !asset.isOf(tenantId)) {
          throw unknown(pointer + "/asset_id", "There is no such asset. POST /v1/assets adds one.");
        }
        yield file(asset);
      }
      case InputPiece.BoardReference reference -> board(change, tenantId, reference);
    };
  }

  private static Item file(Asset asset) {
    return new Item.File(
        asset.id(), asset.fileName(), asset.mediaType(), asset.byteLength(), asset.sha256());
  }

  private static Item board(Change change, String tenantId, InputPiece.BoardReference reference) {
    Board board = Boards.find(change, reference.boardId());
    if (board == null || !board.isOf(tenantId)) {
      throw unknown(
          reference.pointer() + "/board_id",
          "There is no such board. POST /v1/boards creates one.");
    }
    String wanted = reference.revisionId() == null ? board.revisionId() : reference.revisionId();
    BoardRevision revision = Boards.findRevision(change, wanted);
    if (revision == null || !revision.boardId().equals(board.id())) {
      throw unknown(
          reference.pointer() + "/revision_id",
          "The board has no such revision. Omit revision_id to use the newest one.");
    }
    return new Item.Board(board.id(), revision.id(), revision.title());
  }

  private static Refused unknown(String pointer, String message) {
    return Problem.INVALID_INPUT.because(message).at(pointer, message).asException();
  }
}
