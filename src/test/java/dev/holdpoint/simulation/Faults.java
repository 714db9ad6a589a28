package dev.holdpoint.simulation;

import java.util.random.RandomGenerator;

/**
 * What may go wrong in one schedule. Each kind is off in half of them, so that none hides another.
 */
final class Faults {
  private final RandomGenerator random;
  private final boolean crashes;
  private final boolean failures;
  private final boolean lostAnswers;
  private final boolean clockJumps;
  private final boolean lostWakeUps;
  private boolean calm = true;

  Faults(RandomGenerator random, boolean all) {
    this.random = random;
    crashes = random.nextBoolean() || all;
    failures = random.nextBoolean() || all;
    lostAnswers = random.nextBoolean() && !all;
    clockJumps = random.nextBoolean() || all;
    lostWakeUps = random.nextBoolean() && !all;
  }

  /** From here on nothing goes wrong, or things go wrong again. */
  void calm(boolean now) {
    calm = now;
  }

  boolean crash() {
    return crashes && oneIn(15);
  }

  boolean failure() {
    return failures && oneIn(20);
  }

  /** Whether the commit has happened nobody can say. */
  boolean lostAnswer() {
    return lostAnswers && oneIn(20);
  }

  boolean clockJump() {
    return clockJumps && oneIn(10);
  }

  boolean lostWakeUp() {
    return lostWakeUps && oneIn(4);
  }

  /** Only then does a daemon have to look for itself whether somebody forgot to tell it. */
  boolean needHeartbeat() {
    return lostWakeUps || failures || lostAnswers;
  }

  private boolean oneIn(int n) {
    return !calm && random.nextInt(n) == 0;
  }

  /** A call whose intent is in doubt is not begun, and its run is interrupted as after a crash. */
  boolean loseAnswers() {
    return lostAnswers;
  }

  @Override
  public String toString() {
    return "crashes %s, failures %s, lost answers %s, clock jumps %s, lost wake-ups %s"
        .formatted(crashes, failures, lostAnswers, clockJumps, lostWakeUps);
  }
}
