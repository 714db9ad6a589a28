package dev.holdpoint.bench;

import java.util.Locale;

/** Lines that tell what is going on, on stderr: stdout is the report. */
final class Progress {
  private static final long BEGAN = System.nanoTime();

  private Progress() {}

  static void say(String format, Object... arguments) {
    String text = String.format(Locale.ROOT, format, arguments);
    System.err.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - BEGAN) / 1e9, text);
  }
}
