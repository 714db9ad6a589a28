package dev.holdpoint.http.ambient;

import java.math.BigDecimal;

/**
 * Times as this surface tells them: seconds, as numbers. Its clients add them up as IEEE doubles,
 * so what is told of a deadline is rounded as they would round it.
 */
final class Seconds {
  private static final double MS = 1_000;

  private Seconds() {}

  static BigDecimal of(long ms) {
    return shortest(ms / MS);
  }

  /** When it ends: exactly the sum of what is told of its beginning and of its length. */
  static BigDecimal end(long fromMs, long untilMs) {
    return shortest(fromMs / MS + (untilMs - fromMs) / MS);
  }

  /** The fewest digits that are read back as the same double; never with an exponent. */
  private static BigDecimal shortest(double seconds) {
    BigDecimal digits = new BigDecimal(Double.toString(seconds)).stripTrailingZeros();
    return digits.scale() < 0 ? digits.setScale(0) : digits;
  }
}
