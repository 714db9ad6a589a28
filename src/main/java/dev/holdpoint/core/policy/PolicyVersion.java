package dev.holdpoint.core.policy;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * A policy as it was after one change. Decisions name it, so it stays when the policy is changed or
 * removed.
 */
public record PolicyVersion(long key, StoredPolicy policy) implements StoredRecord {
  public static final RecordKind<PolicyVersion> KIND = RecordKind.uncached(36, PolicyVersion.class);

  @Override
  public String name() {
    return policy.id() + " " + policy.version();
  }

  @Override
  public String group() {
    return policy.id();
  }
}
