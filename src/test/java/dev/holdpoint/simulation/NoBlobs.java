package dev.holdpoint.simulation;

import dev.holdpoint.engine.port.Blobs;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Nobody stores a file here. */
final class NoBlobs implements Blobs {
  @Override
  public void put(String sha256, byte[] bytes) {
    throw new UnsupportedOperationException("no files here");
  }

  @Override
  public byte @Nullable [] find(String sha256) {
    return null;
  }

  @Override
  public int sweep(long beforeMs, Predicate<String> wanted) {
    return 0;
  }
}
