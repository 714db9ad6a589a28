package dev.holdpoint.store.sqlite;

import java.util.concurrent.locks.Lock;

/**
 * Pages that nothing is stored in. New rows fill them first, so a few are of use; many are what
 * retention has left, and go back to the disk. SQLite moves the last page of the file to a free one
 * and cuts the file: a few of them at a time, each time as a transaction of its own. It changes no
 * row, so the head of the ledger does not move either, and what a crash undoes is done again. The
 * file is shorter when the log has been moved into it.
 *
 * @param moved called after each step, under the lock
 */
record FreePages(SqliteConnection writer, Lock writing, Runnable moved) {
  /** A commit waits for so many at most: 256 KB. */
  private static final long STEP = 64;

  /** So many are kept for what comes next: 2 MB, or a twentieth of the file. */
  private static final long KEPT = 512;

  private static final int KEPT_PART = 20;

  /** At once: 64 MB. The rest is for the next time. */
  private static final long MOST = 16_384;

  /** Gives how many bytes. */
  long giveBack() {
    long given = 0;
    if (free() < 2 * kept()) {
      return 0;
    }
    while (given < MOST) {
      long step = step();
      if (step == 0) {
        break;
      }
      given += step;
    }
    return given * number("page_size");
  }

  private long kept() {
    return Math.max(KEPT, pages() / KEPT_PART);
  }

  private long pages() {
    return number("page_count");
  }

  private long free() {
    return number("freelist_count");
  }

  private long step() {
    writing.lock();
    try {
      long before = pages();
      long step = Math.min(STEP, free() - kept());
      if (step <= 0) {
        return 0;
      }
      writer.exhaust("PRAGMA incremental_vacuum(" + step + ")");
      moved.run();
      // None in a ledger of before, which keeps no note of its pages.
      return before - pages();
    } finally {
      writing.unlock();
    }
  }

  private long number(String pragma) {
    writing.lock();
    try {
      return Long.parseLong(writer.pragma(pragma));
    } finally {
      writing.unlock();
    }
  }
}
