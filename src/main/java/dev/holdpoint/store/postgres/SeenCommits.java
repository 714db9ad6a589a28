package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.store.files.HeadFile;
import dev.holdpoint.store.files.HeadFile.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How many commits this node has seen, its own and others', kept in its data folder: a database
 * that has fewer when the node starts again is not the one that it was, and cannot tell.
 */
final class SeenCommits implements AutoCloseable {
  private static final byte[] NO_HASH = new byte[HeadFile.HASH_BYTES];

  private final String ledgerId;
  private final @Nullable HeadFile file;
  private final ReentrantLock lock = new ReentrantLock();
  private long seen;
  private boolean closed;

  /**
   * @param folder of the node; one that is not there keeps nothing
   * @throws LedgerLost when the database has fewer than this node has seen
   */
  SeenCommits(String ledgerId, LedgerHead head, @Nullable Path folder) {
    this.ledgerId = ledgerId;
    this.seen = head.commits();
    if (folder == null || !Files.isDirectory(folder)) {
      file = null;
      return;
    }
    Path path = folder.resolve(HeadFile.SEEN);
    Place known = HeadFile.read(path);
    // A folder that was used with another ledger knows nothing of this one.
    if (known != null && known.ledgerId().equals(ledgerId) && known.commits() > head.commits()) {
      throw new LedgerLost(
          StoreBroken.goneBack(head.commits(), known.commits()).getMessage()
              + ". Nothing was changed");
    }
    file = HeadFile.open(path, place(head));
  }

  private Place place(LedgerHead head) {
    return new Place(
        ledgerId,
        head.commits(),
        head.lastEventId(),
        head.lastKey(),
        System.currentTimeMillis(),
        NO_HASH);
  }

  /** Of a commit of this node before it is told; of others' when this node looks. */
  void saw(LedgerHead head) {
    lock.lock();
    try {
      if (file != null && !closed && head.commits() > seen) {
        seen = head.commits();
        file.put(place(head));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (file != null && !closed) {
        file.close();
      }
      closed = true;
    } finally {
      lock.unlock();
    }
  }
}
