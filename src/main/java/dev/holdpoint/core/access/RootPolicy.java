package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * What it takes to decide an approval in the root tenant's sessions, once somebody has said so.
 * There is one at most; the root tenant itself has no record.
 */
public record RootPolicy(long key, ApprovalPolicy policy) implements StoredRecord {
  private static final long ONLY = 1;

  /** In hand, because every decision of the root tenant asks for it. */
  public static final RecordKind<RootPolicy> KIND =
      new RecordKind<>(56, RootPolicy.class, 1).alwaysComplete();

  /**
   * Until then: one click of anyone decides, also of those who asked. Approvals have no deadline
   * there, whatever the policy says of one.
   */
  public static final ApprovalPolicy UNSET =
      new ApprovalPolicy(false, 1, true, ApprovalPolicy.DEFAULT.expiresAfterMs());

  public static RootPolicy of(ApprovalPolicy policy) {
    return new RootPolicy(ONLY, policy);
  }
}
