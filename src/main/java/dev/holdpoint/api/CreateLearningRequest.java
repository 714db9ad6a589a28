package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A new learning.")
public record CreateLearningRequest(
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
