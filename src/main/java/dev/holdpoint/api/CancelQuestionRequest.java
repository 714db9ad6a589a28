package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import org.jspecify.annotations.Nullable;

@About("Cancels a question instead of answering it.")
public record CancelQuestionRequest(
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey,
    @Length(max = Limits.REASON) @Nullable String justification) {}
