package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether a learning was found to be true. What came in automatically must be.")
public enum VerificationStatus {
  UNVERIFIED,
  PENDING,
  VERIFIED,
  FAILED
}
