package dev.holdpoint.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Counts the pages that SQLite appends to its write-ahead log. The log begins again from its start
 * now and then, so its length tells nothing; the head of its index, which the writer keeps in
 * shared memory, has the number of pages since then. It is looked at every few milliseconds: what a
 * log got between the last look and its new beginning is missed, a few pages of thousands.
 */
final class WalMeter implements AutoCloseable {
  /** A page, and the head that the log puts before each. */
  static final int FRAME_BYTES = 4096 + 24;

  private static final long LOOK_EVERY_MS = 4;
  private static final int HEAD_BYTES = 48;
  private static final int PAGES_AT = 16;
  private static final int SALT_AT = 32;

  private final FileChannel index;
  private final ByteBuffer heads =
      ByteBuffer.allocateDirect(2 * HEAD_BYTES).order(ByteOrder.nativeOrder());
  private final Thread thread;
  private long lastPages;
  private int lastSalt;
  private long sum;
  private volatile boolean closing;

  WalMeter(Path database) throws IOException {
    index =
        FileChannel.open(
            database.resolveSibling(database.getFileName() + "-shm"), StandardOpenOption.READ);
    look();
    sum = 0;
    thread = Thread.ofPlatform().daemon().name("wal-meter").start(this::loop);
  }

  private void loop() {
    try {
      while (!closing) {
        look();
        Thread.sleep(LOOK_EVERY_MS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() throws IOException {
    heads.clear();
    if (index.read(heads, 0) < heads.capacity()
        || !heads.slice(0, HEAD_BYTES).equals(heads.slice(HEAD_BYTES, HEAD_BYTES))) {
      // The writer is at it: it writes one copy of the head, then the other.
      return;
    }
    long pages = Integer.toUnsignedLong(heads.getInt(PAGES_AT));
    int salt = heads.getInt(SALT_AT);
    sum += salt == lastSalt && pages >= lastPages ? pages - lastPages : pages;
    lastPages = pages;
    lastSalt = salt;
  }

  /** Pages since this began. */
  synchronized long pages() throws IOException {
    look();
    return sum;
  }

  @Override
  public void close() throws IOException {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    index.close();
  }
}
