package dev.holdpoint.store.sql;

/**
 * Finds reads that begin inside another read of the same thread. Each takes one of the few
 * connections that read: once as many threads hold one and wait for a second, none of them goes on.
 * Called in assertions only, so a daemon pays nothing for it.
 */
public final class OneRead {
  private static final ThreadLocal<Boolean> READING = ThreadLocal.withInitial(() -> false);

  private static final ThreadLocal<Boolean> ASIDE = ThreadLocal.withInitial(() -> false);

  private OneRead() {}

  /** False inside a read; the inner one has to use the queries of the outer one. */
  public static boolean begins() {
    if (READING.get() || ASIDE.get()) {
      return false;
    }
    READING.set(true);
    return true;
  }

  /** A read aside may begin inside a read, and nothing inside of it. */
  public static boolean beginsAside() {
    if (ASIDE.get()) {
      return false;
    }
    ASIDE.set(true);
    return true;
  }

  public static boolean endsAside() {
    ASIDE.remove();
    return true;
  }

  public static boolean ends() {
    READING.remove();
    return true;
  }
}
