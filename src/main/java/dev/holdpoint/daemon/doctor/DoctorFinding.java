package dev.holdpoint.daemon.doctor;

import org.jspecify.annotations.Nullable;

/**
 * One thing that was looked at.
 *
 * @param check what was looked at, by a name that stays
 * @param remedy what to do about it; null when all is well
 */
public record DoctorFinding(
    String check, Verdict verdict, String message, @Nullable String remedy) {
  public enum Verdict {
    OK,
    /** It works, and somebody should look at it. */
    WARN,
    /** A daemon would not start, or loses something. */
    FAIL
  }

  public static DoctorFinding ok(String check, String message) {
    return new DoctorFinding(check, Verdict.OK, message, null);
  }

  public static DoctorFinding warn(String check, String message, String remedy) {
    return new DoctorFinding(check, Verdict.WARN, message, remedy);
  }

  public static DoctorFinding fail(String check, String message, String remedy) {
    return new DoctorFinding(check, Verdict.FAIL, message, remedy);
  }
}
