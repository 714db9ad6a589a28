package dev.holdpoint.engine.port;

/** Where ids come from. Each is greater than every one before it, also after a restart. */
public interface Ids {
  /** A new id with this prefix, such as {@code run_}; see {@code Ulid} for its shape. */
  String next(String prefix);

  /** The same for what is made at this time, which its key then tells. */
  default String next(String prefix, long nowMs) {
    return next(prefix);
  }

  /** From now on each is greater than this key too, which another daemon has given. */
  default void past(long key) {}

  /** The greatest key given so far. */
  default long last() {
    return 0;
  }
}
