package dev.holdpoint.daemon.doctor;

import org.jspecify.annotations.Nullable;

/**
 * One thing that was looked at.
 *
 * @param check what was looked at, by a name that stays
 * @param remedy what to do about it; null when all is well
 */
public record Finding(String check, Verdict verdict, String message, @Nullable String remedy) {
  public enum Verdict {
    OK,
    /** It works, and somebody should look at it. */
    WARN,
    /** A daemon would not start, or loses something. */
    FAIL
  }

  public static Finding ok(String check, String message) {
    return new Finding(check, Verdict.OK, message, null);
  }

  public static Finding warn(String check, String message, String remedy) {
    return new Finding(check, Verdict.WARN, message, remedy);
  }

  public static Finding fail(String check, String message, String remedy) {
    return new Finding(check, Verdict.FAIL, message, remedy);
  }
}
