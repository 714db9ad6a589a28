package dev.holdpoint.core.gate;

/**
 * How carefully an agent wants a request handled.
 *
 * @param grantless whether no lasting grant may come of it
 * @param denyFirst whether a no is the default
 * @param personOnly whether only a person may allow it: no rule, no grant and no bulk answer does
 */
public record Caution(boolean grantless, boolean denyFirst, boolean personOnly) {
  public boolean isNone() {
    return !grantless && !denyFirst && !personOnly;
  }
}
