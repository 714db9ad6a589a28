package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Something that was learned.")
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
