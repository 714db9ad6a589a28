package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.core.board.BoardRevision;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.engine.Assets;
import dev.holdpoint.engine.Boards;
import dev.holdpoint.engine.Engine;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What came with the input, as far as it can be read out to a model. */
final class Enclosed implements ModelRequest.Enclosures {
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

  @Override
  public @Nullable String text(Item item) {
    return switch (item) {
      case Item.Text(String text) -> text;
      case Item.Board board -> {
        BoardRevision revision =
            engine.read(queries -> Boards.findRevision(queries, board.revisionId()));
        yield revision == null ? null : revision.content();
      }
      case Item.File file -> isText(file) ? decoded(assets.bytes(file.sha256())) : null;
    };
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
