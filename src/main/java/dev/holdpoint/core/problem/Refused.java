package dev.holdpoint.core.problem;

/** Carries a refusal up to the door. It is an answer, not an accident, so it has no stack trace. */
public class Refused extends RuntimeException {
  private final transient Refusal refusal;

  public Refused(Refusal refusal) {
    super(refusal.problem().code() + ": " + refusal.detail(), null, false, false);
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
