package dev.holdpoint.core.policy;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a gate has come: the part of its pending state that policies need.
 *
 * @param number the last stage that has opened, from 1; those before it are open too
 * @param openedAtMs when the commit opened it
 * @param extensions how often the policy has extended the deadline
 * @param expiresAtMs the deadline as it is shown; null without one
 * @param fixed whether the asker set the deadline, so that it never moves
 * @param looks for each person who has looked at the gate when they did so last
 */
public record OpenStage(
    int number,
    long openedAtMs,
    int extensions,
    @Nullable Long expiresAtMs,
    boolean fixed,
    Map<String, Long> looks) {

  /** The first stage of a gate that is raised now. */
  public static OpenStage first(long nowMs, @Nullable Long expiresAtMs, boolean fixed) {
    return new OpenStage(1, nowMs, 0, expiresAtMs, fixed, Map.of());
  }

  /** The stage, or the last one where the policy has fewer now. */
  int within(int stages) {
    return Math.clamp(number, 1, stages);
  }
}
