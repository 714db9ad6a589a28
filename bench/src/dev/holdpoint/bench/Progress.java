package dev.holdpoint.bench;

import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;

/** Lines that tell what is going on, on stderr: stdout is the report. */
final class Progress {
  private static final long BEGAN = System.nanoTime();
  private static final long EVERY_NANOS = 5_000_000_000L;

  private Progress() {}

  static void say(String format, Object... arguments) {
    String text = String.format(Locale.ROOT, format, arguments);
    System.err.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - BEGAN) / 1e9, text);
  }

  /** Tells every few seconds how many of them were taken, and how fast. */
  static <T> Iterator<T> counted(String what, int total, Stream<T> all) {
    say("%s: 0 of %,d", what, total);
    Iterator<T> each = all.iterator();
    return new Iterator<>() {
      private int taken;
      private int told;
      private long toldAt = System.nanoTime();

      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public T next() {
        long now = System.nanoTime();
        if (now - toldAt > EVERY_NANOS) {
          double perSecond = (taken - told) / ((now - toldAt) / 1e9);
          say("%s: %,d of %,d, %,.0f/s", what, taken, total, perSecond);
          told = taken;
          toldAt = now;
        }
        taken++;
        return each.next();
      }
    };
  }
}
