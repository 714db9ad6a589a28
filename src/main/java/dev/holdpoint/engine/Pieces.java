package dev.holdpoint.engine;

import dev.holdpoint.core.asset.Asset;
import dev.holdpoint.core.board.Board;
import dev.holdpoint.core.board.BoardRevision;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Item;
import java.util.List;

/** Looks up what input names, so that it means the same for ever after. */
public final class Pieces {
  private Pieces() {}

  /**
   * @throws Refused when something that is named is not there
   */
  public static List<Item> resolve(Change change, List<Piece> pieces) {
    return pieces.stream().map(piece -> resolve(change, piece)).toList();
  }

  private static Item resolve(Change change, Piece piece) {
    return switch (piece) {
      case Piece.Text(String text) -> new Item.Text(text);
      case Piece.Upload upload -> file(Assets.shelve(change, upload));
      case Piece.AssetReference(String id, String pointer) -> {
        Asset asset = Assets.find(change, id);
        if (asset == null) {
          throw unknown(pointer + "/asset_id", "There is no such asset; POST /v1/assets adds one.");
        }
        yield file(asset);
      }
      case Piece.BoardReference reference -> board(change, reference);
    };
  }

  private static Item file(Asset asset) {
    return new Item.File(
        asset.id(), asset.fileName(), asset.mediaType(), asset.byteLength(), asset.sha256());
  }

  private static Item board(Change change, Piece.BoardReference reference) {
    Board board = Boards.find(change, reference.boardId());
    if (board == null) {
      throw unknown(
          reference.pointer() + "/board_id", "There is no such board; POST /v1/boards makes one.");
    }
    String wanted = reference.revisionId() == null ? board.revisionId() : reference.revisionId();
    BoardRevision revision = Boards.findRevision(change, wanted);
    if (revision == null || !revision.boardId().equals(board.id())) {
      throw unknown(
          reference.pointer() + "/revision_id",
          "The board has no such revision; leave revision_id out for the newest.");
    }
    return new Item.Board(board.id(), revision.id(), revision.title());
  }

  private static Refused unknown(String pointer, String message) {
    return Problem.INVALID_INPUT.because(message).at(pointer, message).asException();
  }
}
