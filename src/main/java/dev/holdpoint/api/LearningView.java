package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A learning.")
public record LearningView(
    String learningId,
    LearningKind kind,
    LearningScope scope,
    String content,
    LearningSensitivity sensitivity,
    PublishTier publishTier,
    PolicyDecision policyDecision,
    VerificationStatus verificationStatus,
    long publishedAtMs) {}
