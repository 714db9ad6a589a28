package dev.holdpoint.engine.heap;

import java.util.concurrent.atomic.AtomicLong;

/** A part of the heap that many share. What does not fit is refused and not waited for. */
public final class HeapBudget {
  private final long total;
  private final AtomicLong left;

  public HeapBudget(long total) {
    this.total = total;
    this.left = new AtomicLong(total);
  }

  public long total() {
    return total;
  }

  public boolean take(long bytes) {
    if (left.addAndGet(-bytes) < 0) {
      left.addAndGet(bytes);
      return false;
    }
    return true;
  }

  public void giveBack(long bytes) {
    left.addAndGet(bytes);
  }

  /** Whether others have taken all of it, or more. */
  public boolean isUsedUp() {
    return left.get() <= 0;
  }

  /** Takes what is in memory already, whether there is room for it or not. */
  public void takeAnyway(long bytes) {
    left.addAndGet(-bytes);
  }
}
