package dev.holdpoint.core.memory;

import org.jspecify.annotations.Nullable;

/** Which learnings a model is told of without asking. */
public final class Eligibility {
  private Eligibility() {}

  /** Why a learning stays out of the learned context. */
  public enum Exclusion {
    SENSITIVE,
    IS_PROCEDURE,
    IS_RUN_SUMMARY,
    PROVISIONAL,
    ESCALATED,
    VERIFICATION_FAILED,
    AUTOMATIC_AND_NOT_VERIFIED
  }

  public static boolean isEligible(Learning learning) {
    return exclusion(learning) == null;
  }

  /** The first reason that keeps it out; null when nothing does. */
  public static @Nullable Exclusion exclusion(Learning learning) {
    if (learning.isSensitive()) {
      return Exclusion.SENSITIVE;
    }
    Exclusion ofKind =
        switch (learning.kind()) {
          case FACT, PREFERENCE, DECISION -> null;
          // Procedures reach a model as skills, summaries as recovered memory.
          case PROCEDURE -> Exclusion.IS_PROCEDURE;
          case RUN_SUMMARY -> Exclusion.IS_RUN_SUMMARY;
        };
    if (ofKind != null) {
      return ofKind;
    }
    if (learning.publishTier() == Learning.PublishTier.PROVISIONAL) {
      return Exclusion.PROVISIONAL;
    }
    return switch (learning.policyDecision()) {
      case ESCALATED -> Exclusion.ESCALATED;
      case MANUAL -> failed(learning) ? Exclusion.VERIFICATION_FAILED : null;
      case AUTOMATIC -> {
        if (failed(learning)) {
          yield Exclusion.VERIFICATION_FAILED;
        }
        yield learning.verificationStatus() == Learning.VerificationStatus.VERIFIED
            ? null
            : Exclusion.AUTOMATIC_AND_NOT_VERIFIED;
      }
    };
  }

  private static boolean failed(Learning learning) {
    return learning.verificationStatus() == Learning.VerificationStatus.FAILED;
  }
}
