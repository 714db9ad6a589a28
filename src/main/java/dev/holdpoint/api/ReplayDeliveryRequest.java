package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import org.jspecify.annotations.Nullable;

@About("Options for a replay of a dead letter.")
public record ReplayDeliveryRequest(
    @About("The same as the query parameter.") @Nullable Boolean force,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {}
