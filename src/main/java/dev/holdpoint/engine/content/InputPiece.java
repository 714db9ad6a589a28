package dev.holdpoint.engine.content;

import org.jspecify.annotations.Nullable;

/**
 * One piece of input as a caller sends it: what it names is looked up by the work that takes it.
 */
public sealed interface InputPiece {
  record Text(String text) implements InputPiece {}

  /** A file whose bytes are on disk already. */
  record Upload(String fileName, String mediaType, long byteLength, String sha256)
      implements InputPiece {}

  /**
   * @param pointer where the caller wrote it, to be told when there is no such asset
   */
  record AssetReference(String assetId, String pointer) implements InputPiece {}

  /**
   * @param revisionId null for the one that is the newest when the work takes it
   */
  record BoardReference(String boardId, @Nullable String revisionId, String pointer)
      implements InputPiece {}
}
