package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;

@About("A message to a session.")
@Tolerant(exceptSlips = true)
public record ChatRequest(
    @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
    @Required
        @Length(min = 1, max = Limits.CONTENT)
        @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
        String message,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {}
