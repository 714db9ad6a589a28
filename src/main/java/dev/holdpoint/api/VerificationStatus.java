package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether a learning was verified. A learning that was accepted automatically must be.")
public enum VerificationStatus {
  UNVERIFIED,
  PENDING,
  VERIFIED,
  FAILED
}
