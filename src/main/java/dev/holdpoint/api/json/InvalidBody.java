package dev.holdpoint.api.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A body that cannot be used. It is an answer, not an accident, so it has no stack trace. */
public final class InvalidBody extends RuntimeException {
  private final boolean malformed;
  private final transient List<Fault> faults;
  private final @Nullable String problem;

  private InvalidBody(boolean malformed, List<Fault> faults, @Nullable String problem) {
    super(faults.getFirst().pointer() + " " + faults.getFirst().message(), null, false, false);
    this.malformed = malformed;
    this.faults = List.copyOf(faults);
    this.problem = problem;
  }

  /** The bytes are not JSON. */
  static InvalidBody malformed(String message) {
    return new InvalidBody(true, List.of(new Fault("", message)), null);
  }

  /** The bytes are JSON, and break a rule. */
  static InvalidBody invalid(List<Fault> faults, @Nullable String problem) {
    return new InvalidBody(false, faults, problem);
  }

  /** Whether the bytes are no JSON at all, rather than JSON that breaks a rule. */
  public boolean malformed() {
    return malformed;
  }

  /** At least one. */
  public List<Fault> faults() {
    return faults;
  }

  /**
   * The code of a more telling problem than {@code invalid_request}, where the first fault has one.
   */
  public @Nullable String problem() {
    return problem;
  }
}
