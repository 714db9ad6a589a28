package dev.holdpoint.core.access;

import org.jspecify.annotations.Nullable;

/**
 * What it takes to decide an approval in a tenant's sessions.
 *
 * @param signatureRequired whether every door asks for an assertion, not the signed surface alone
 * @param approvalsRequired how many different principals must approve; one no is always enough
 * @param requesterMayApprove whether an assertion of the principal that submitted the work counts
 * @param expiresAfterMs the deadline of an approval that was given none
 * @param binding what a decision has to bind; null where the tenant does not say
 */
public record ApprovalPolicy(
    boolean signatureRequired,
    int approvalsRequired,
    boolean requesterMayApprove,
    long expiresAfterMs,
    @Nullable Binding binding) {
  public static final int MOST_APPROVALS = 50;
  public static final long LONGEST_MS = 10L * 366 * 24 * 3600 * 1000;

  public static final ApprovalPolicy DEFAULT = new ApprovalPolicy(false, 1, false, 86_400_000);

  /**
   * What a decision has to bind.
   *
   * @param requireDigest whether a yes has to name the digest and the revision that it is for
   * @param assertionVersion the lowest version of assertions that hold
   * @param longestAssertionMs how far ahead an assertion's end may lie at most; null where the
   *     tenant does not say
   * @param passkey whether a yes takes a passkey; null for no
   */
  public record Binding(
      boolean requireDigest,
      int assertionVersion,
      @Nullable Long longestAssertionMs,
      @Nullable Boolean passkey) {
    private static final Binding NONE = new Binding(false, 1, null, null);

    public Binding {
      passkey = Boolean.TRUE.equals(passkey) ? passkey : null;
      if (assertionVersion < 1 || assertionVersion > Assertion.NEWEST) {
        throw new IllegalArgumentException("assertionVersion " + assertionVersion);
      }
      if (longestAssertionMs != null
          && (longestAssertionMs < 1 || longestAssertionMs > LONGEST_MS)) {
        throw new IllegalArgumentException("longestAssertionMs " + longestAssertionMs);
      }
    }

    public boolean stepUp() {
      return passkey != null;
    }
  }

  public ApprovalPolicy {
    if (approvalsRequired < 1 || approvalsRequired > MOST_APPROVALS) {
      throw new IllegalArgumentException("approvalsRequired " + approvalsRequired);
    }
    if (expiresAfterMs < 1 || expiresAfterMs > LONGEST_MS) {
      throw new IllegalArgumentException("expiresAfterMs " + expiresAfterMs);
    }
    binding = Binding.NONE.equals(binding) ? null : binding;
  }

  /** One that says nothing of what a decision binds. */
  public ApprovalPolicy(
      boolean signatureRequired,
      int approvalsRequired,
      boolean requesterMayApprove,
      long expiresAfterMs) {
    this(signatureRequired, approvalsRequired, requesterMayApprove, expiresAfterMs, null);
  }

  /** What a decision has to bind, also where the tenant does not say. */
  public Binding bound() {
    return binding == null ? Binding.NONE : binding;
  }

  /**
   * Whether one click is not enough. Then nobody's standing word is either: no rule and no grant
   * allows anything, and what runs is what all have seen.
   */
  public boolean isGuarded() {
    return signatureRequired || approvalsRequired > 1 || bound().stepUp();
  }
}
