package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("An agent outside asks for an approval.")
public record RaiseApprovalRequest(
    @Required @Length(min = 1, max = Limits.NAME) String toolName,
    @Required @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) JsonNode input,
    @Required @Length(min = 1, max = Limits.REASON) String reason,
    @Range(min = 1, max = Limits.DURATION_MS)
        @About("How long it waits; without this and expires_at_ms, as long as it takes.")
        @Nullable Long expiresAfterMs,
    @Range(min = 1, max = Limits.TIME_MS) @About("Until when it waits, instead of for how long.")
        @Nullable Long expiresAtMs,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The same key finds the same gate again.")
        @Nullable String requestKey,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {}
