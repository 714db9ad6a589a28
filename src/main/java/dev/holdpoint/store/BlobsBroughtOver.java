package dev.holdpoint.store;

import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.store.files.BlobFiles;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Blobs in a database, where earlier daemons have kept them in their folder. What lies there is
 * found, and every sweep brings it over, so that the other nodes find it too.
 */
final class BlobsBroughtOver implements Blobs {
  private final Blobs database;
  private final BlobFiles folder;

  BlobsBroughtOver(Blobs database, BlobFiles folder) {
    this.database = database;
    this.folder = folder;
  }

  @Override
  public void put(String sha256, byte[] bytes) {
    database.put(sha256, bytes);
  }

  @Override
  public byte @Nullable [] find(String sha256) {
    byte[] found = database.find(sha256);
    if (found == null) {
      found = folder.find(sha256);
    }
    // It may just have been brought over.
    return found == null ? database.find(sha256) : found;
  }

  /** What there is no room for stays where it is, so room is made first. */
  @Override
  public int sweep(long beforeMs, Predicate<String> wanted) {
    int dropped = database.sweep(beforeMs, wanted) + folder.sweep(beforeMs, wanted);
    for (String name : folder.names()) {
      byte[] bytes = folder.find(name);
      if (bytes != null) {
        database.put(name, bytes);
        folder.remove(name);
      }
    }
    return dropped;
  }
}
