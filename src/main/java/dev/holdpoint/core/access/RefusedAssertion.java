package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * That somebody brought an assertion which does not hold. What was in it is not kept.
 *
 * @param approverKeyId the key that it named, which may not exist
 * @param by who brought it
 */
public record RefusedAssertion(
    long key,
    String tenantId,
    String approvalId,
    boolean approve,
    String approverKeyId,
    String by,
    String requestId,
    long atMs)
    implements StoredRecord {
  public static final String PREFIX = "ref_";
  public static final RecordKind<RefusedAssertion> KIND =
      RecordKind.uncached(21, RefusedAssertion.class);

  @Override
  public String group() {
    return tenantId;
  }
}
