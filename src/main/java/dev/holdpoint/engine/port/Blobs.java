package dev.holdpoint.engine.port;

import dev.holdpoint.engine.port.failure.StoreFull;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are kept under their own digest, beside the database. They are put here before the row
 * that names them is committed: what a crash leaves behind is then at worst a blob that no row
 * names, never a row without its blob.
 */
public interface Blobs {
  /**
   * Returns when the bytes are on disk. Bytes that are there already are not written again.
   *
   * @param sha256 their digest, in lowercase hex
   * @throws StoreFull when there is no room for them
   */
  void put(String sha256, byte[] bytes);

  /** Null when they are not there, or are not any more what they were. */
  byte @Nullable [] find(String sha256);

  /**
   * Drops what was put here before {@code beforeMs} and is not wanted; gives how many. Putting the
   * same bytes again counts as new, so that nobody loses what he is about to name.
   */
  int sweep(long beforeMs, Predicate<String> wanted);
}
