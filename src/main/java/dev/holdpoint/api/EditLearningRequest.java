package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("Changes to a learning; omitted members stay as they are.")
public record EditLearningRequest(
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
