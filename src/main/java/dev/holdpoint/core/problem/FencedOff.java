package dev.holdpoint.core.problem;

/** What is another's was asked for. To the caller it is the same as what does not exist. */
public final class FencedOff extends Refused {
  public FencedOff(Refused refused) {
    super(refused.refusal());
  }
}
