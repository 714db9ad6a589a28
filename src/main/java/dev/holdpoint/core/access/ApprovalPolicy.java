package dev.holdpoint.core.access;

/**
 * What it takes to decide an approval in a tenant's sessions.
 *
 * @param signatureRequired whether every door asks for an assertion, not the signed surface alone
 * @param approvalsRequired how many different principals must approve; one no is always enough
 * @param requesterMayApprove whether an assertion of the principal that submitted the work counts
 * @param expiresAfterMs the deadline of an approval that was given none
 */
public record ApprovalPolicy(
    boolean signatureRequired,
    int approvalsRequired,
    boolean requesterMayApprove,
    long expiresAfterMs) {
  public static final int MOST_APPROVALS = 50;
  public static final long LONGEST_MS = 10L * 366 * 24 * 3600 * 1000;

  public static final ApprovalPolicy DEFAULT = new ApprovalPolicy(false, 1, false, 86_400_000);

  public ApprovalPolicy {
    if (approvalsRequired < 1 || approvalsRequired > MOST_APPROVALS) {
      throw new IllegalArgumentException("approvalsRequired " + approvalsRequired);
    }
    if (expiresAfterMs < 1 || expiresAfterMs > LONGEST_MS) {
      throw new IllegalArgumentException("expiresAfterMs " + expiresAfterMs);
    }
  }

  /**
   * Whether one click is not enough. Then nobody's standing word is either: no rule and no grant
   * allows anything, and what runs is what all have seen.
   */
  public boolean isGuarded() {
    return signatureRequired || approvalsRequired > 1;
  }
}
