package dev.holdpoint.api.memory;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about learnings. */
public interface LearningBodies {
  @About("A learning.")
  record LearningView(
      String learningId,
      LearningKind kind,
      LearningScope scope,
      String content,
      LearningSensitivity sensitivity,
      PublishTier publishTier,
      PolicyDecision policyDecision,
      VerificationStatus verificationStatus,
      long publishedAtMs) {}

  @About(
      "The kind of a learning. Procedures and run summaries are found by a "
          + "search but never sent to a model automatically.")
  enum LearningKind {
    FACT,
    PREFERENCE,
    DECISION,
    PROCEDURE,
    RUN_SUMMARY
  }

  @About("One session, all sessions of a persona, or all of a workspace.")
  record LearningScope(
      @Required LearningScopeKind kind,
      @Required
          @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          String id) {}

  @About("Who shares a learning.")
  enum LearningScopeKind {
    SESSION,
    PERSONA,
    WORKSPACE
  }

  @About("A sensitive learning is never sent to a model or found by a search.")
  enum LearningSensitivity {
    SCOPED,
    SENSITIVE
  }

  @About("Who accepted a learning: a person, a policy, or nobody yet.")
  enum PolicyDecision {
    MANUAL,
    AUTOMATIC,
    ESCALATED
  }

  @About("A provisional learning is not sent to a model yet.")
  enum PublishTier {
    PROVISIONAL,
    ACTIVE
  }

  @About("Whether a learning was verified. A learning that was accepted automatically must be.")
  enum VerificationStatus {
    UNVERIFIED,
    PENDING,
    VERIFIED,
    FAILED
  }

  @About("A new learning.")
  record CreateLearningRequest(
      @Required LearningKind kind,
      @Required LearningScope scope,
      @Required
          @Length(min = 1, max = Limits.LEARNING)
          @Matches(value = Limits.SAYS_SOMETHING, message = "must not be blank")
          String content,
      @About("scoped when unset.") @Nullable LearningSensitivity sensitivity,
      @About("active when unset.") @Nullable PublishTier publishTier,
      @About("manual when unset.") @Nullable PolicyDecision policyDecision,
      @About("unverified when unset.") @Nullable VerificationStatus verificationStatus,
      @About("Now when unset.") @Range(min = 0, max = Limits.TIME_MS) @Nullable Long publishedAtMs,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {}

  @About("Changes to a learning; omitted members stay as they are.")
  record EditLearningRequest(
      @Nullable LearningKind kind,
      @Nullable LearningScope scope,
      @Length(min = 1, max = Limits.LEARNING)
          @Matches(value = Limits.SAYS_SOMETHING, message = "must not be blank")
          @Nullable String content,
      @Nullable LearningSensitivity sensitivity,
      @Nullable PublishTier publishTier,
      @Nullable PolicyDecision policyDecision,
      @Nullable VerificationStatus verificationStatus,
      @Range(min = 0, max = Limits.TIME_MS) @Nullable Long publishedAtMs) {}
}
