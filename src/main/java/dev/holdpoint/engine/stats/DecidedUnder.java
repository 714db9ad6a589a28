package dev.holdpoint.engine.stats;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Ruling;
import org.jspecify.annotations.Nullable;

/**
 * What a settled gate says of the policy it was decided under. The one place where that is taken
 * from the gate.
 *
 * @param policyId null for none
 * @param group the term of the policy that the deciding vote filled; null for none
 * @param escalated whether a later stage than the first had opened
 */
record DecidedUnder(@Nullable String policyId, @Nullable String group, boolean escalated) {
  private static final DecidedUnder NOTHING = new DecidedUnder(null, null, false);

  static DecidedUnder of(Gate gate) {
    Ruling ruling = gate.ruling();
    return ruling == null
        ? NOTHING
        : new DecidedUnder(ruling.policyId(), ruling.term(), ruling.stage() > 1);
  }
}
