package dev.holdpoint.core.policy;

/** TimeSpans of time: as an expression writes them, and as a sentence says them. */
final class TimeSpans {
  private static final char[] LETTERS = {'d', 'h', 'm', 's'};
  private static final String[] NAMES = {"d", "h", "min", "s"};
  private static final long[] UNITS = {86_400_000, 3_600_000, 60_000, 1_000};
  private static final int MINUTES = 2;

  private TimeSpans() {}

  /** The milliseconds of one such unit; 0 for a letter that is none. */
  static long unit(int letter) {
    for (int i = 0; i < LETTERS.length; i++) {
      if (LETTERS[i] == letter) {
        return UNITS[i];
      }
    }
    return 0;
  }

  /** The normal form: the largest unit of which it is a whole number. */
  static String text(long ms) {
    for (int i = 0; i < UNITS.length; i++) {
      if (ms % UNITS[i] == 0) {
        return ms / UNITS[i] + Character.toString(LETTERS[i]);
      }
    }
    throw new IllegalArgumentException("not a whole number of seconds: " + ms);
  }

  /** {@code 12 s}, {@code 4 min}, {@code 3 h 20 min}, {@code 2 d 4 h}, as the page says it. */
  static String words(long ms) {
    int unit = 0;
    while (unit < UNITS.length && ms < UNITS[unit]) {
      unit++;
    }
    if (unit == UNITS.length) {
      return "0 s";
    }
    long count = ms / UNITS[unit];
    String whole = count + " " + NAMES[unit];
    if (unit >= MINUTES || count >= 10) {
      return whole;
    }
    long rest = ms % UNITS[unit] / UNITS[unit + 1];
    return rest == 0 ? whole : whole + " " + rest + " " + NAMES[unit + 1];
  }
}
