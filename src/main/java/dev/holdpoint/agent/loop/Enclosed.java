package dev.holdpoint.agent.loop;

import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.content.Board;
import dev.holdpoint.core.content.BoardRevision;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.content.Boards;
import dev.holdpoint.engine.port.store.Queries;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What came with the input, as far as it can be read out to a model. */
final class Enclosed {
  /** A larger file would crowd out the conversation; the model is told of it instead. */
  private static final int READ_OUT = 64 * 1024;

  private static final Set<String> TEXTUAL =
      Set.of("application/json", "application/xml", "application/yaml", "application/toml");

  private final Engine engine;
  private final Assets assets;

  Enclosed(Engine engine, Assets assets) {
    this.engine = engine;
    this.assets = assets;
  }

  /**
   * @param tenantId whose run reads it; what belongs to another tenant is not there
   */
  @Nullable String text(String tenantId, Item item) {
    return switch (item) {
      case Item.Text(String text) -> text;
      case Item.Board board -> engine.read(queries -> text(queries, tenantId, board));
      case Item.File file -> isText(file) ? text(tenantId, file) : null;
    };
  }

  private static @Nullable String text(Queries queries, String tenantId, Item.Board item) {
    BoardRevision revision = Boards.findRevision(queries, item.revisionId());
    if (revision == null) {
      return null;
    }
    Board board = Boards.find(queries, revision.boardId());
    return board != null && reads(tenantId, board.tenantId()) ? revision.content() : null;
  }

  private @Nullable String text(String tenantId, Item.File item) {
    Asset asset = assets.find(item.assetId());
    return asset != null && reads(tenantId, asset.tenantId())
        ? decoded(assets.bytes(asset.sha256()))
        : null;
  }

  /** A run from before there were tenants here goes on with what it was given then. */
  private static boolean reads(String tenantId, @Nullable String owner) {
    return owner == null || owner.equals(tenantId);
  }

  private static boolean isText(Item.File file) {
    String type = String.valueOf(file.mediaType()).split(";", 2)[0].strip();
    return file.byteLength() <= READ_OUT && (type.startsWith("text/") || TEXTUAL.contains(type));
  }

  /** Null for what calls itself text and is none. */
  private static @Nullable String decoded(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
