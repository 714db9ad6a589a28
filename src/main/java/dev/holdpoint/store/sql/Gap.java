package dev.holdpoint.store.sql;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows in a row, in the order of their keys, of which not even the keys can be read. */
final class Gap {
  private Gap() {}

  /**
   * Finds where it ends, in some hundred reads at most, however far that is.
   *
   * @param after nothing can be read right behind this key
   * @param legible whether something can be read right behind a key, or nothing is there
   * @return the smallest key right behind which something can be read; null when there is none
   */
  static long @Nullable [] end(long[] after, Predicate<long[]> legible) {
    long[] probe = after.clone();
    for (int i = probe.length - 1; i >= 0; i--) {
      long dark = after[i];
      for (long step = 1; dark < Long.MAX_VALUE; step <<= 1) {
        // After the largest step comes a negative one.
        boolean last = step < 0 || after[i] > Long.MAX_VALUE - step;
        probe[i] = last ? Long.MAX_VALUE : after[i] + step;
        if (legible.test(probe)) {
          return nearest(probe, i, dark, legible);
        }
        dark = probe[i];
      }
      probe[i] = Long.MAX_VALUE;
    }
    return null;
  }

  /**
   * @param light something can be read right behind it
   * @param dark with this number at that place of it, nothing can
   */
  private static long[] nearest(long[] light, int at, long dark, Predicate<long[]> legible) {
    long[] probe = light.clone();
    long near = light[at];
    long far = dark;
    // The two may be further apart than the largest number.
    while (Long.compareUnsigned(near - far, 1) > 0) {
      probe[at] = far + ((near - far) >>> 1);
      if (legible.test(probe)) {
        near = probe[at];
      } else {
        far = probe[at];
      }
    }
    probe[at] = near;
    return probe;
  }
}
