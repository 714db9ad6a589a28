package dev.holdpoint.core.policy;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * That policies or groups have changed, and how far the walk over what waits has come since. There
 * is one at most: a change begins the walk anew.
 *
 * @param above gates up to this key are done
 * @param atMs when it goes on
 */
public record PolicySweep(long key, long above, long atMs) implements StoredRecord {
  public static final RecordKind<PolicySweep> KIND = RecordKind.uncached(40, PolicySweep.class);

  private static final long ONLY = 1;

  public static PolicySweep from(long nowMs) {
    return new PolicySweep(ONLY, 0, nowMs);
  }

  public PolicySweep after(long gateKey) {
    return new PolicySweep(key, gateKey, atMs);
  }

  @Override
  public Long dueAtMs() {
    return atMs;
  }
}
