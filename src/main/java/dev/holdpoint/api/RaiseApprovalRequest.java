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

@About("An external agent requests an approval.")
public record RaiseApprovalRequest(
    @Required @Length(min = 1, max = Limits.NAME) String toolName,
    @Required @MustBeObject @JsonLength(max = Limits.TOOL_INPUT) JsonNode input,
    @Required @Length(min = 1, max = Limits.REASON) String reason,
    @Range(min = 1, max = Limits.DURATION_MS)
        @About("How long it is pending; without this and expires_at_ms it never expires.")
        @Nullable Long expiresAfterMs,
    @Range(min = 1, max = Limits.TIME_MS) @About("The deadline, instead of a duration.")
        @Nullable Long expiresAtMs,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The same key returns the same gate.")
        @Nullable String requestKey,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {}
