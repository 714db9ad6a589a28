package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("The request to check: by request_key or by request_id.")
public record McpCheckArguments(
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The request_key of the request.")
        @Nullable String requestKey,
    @Length(min = 1, max = Limits.ID) @About("The request_id from an earlier answer.")
        @Nullable String requestId,
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("The session in which request_key was used; if omitted, the client's own.")
        @Nullable String sessionId,
    @Range(min = 0, max = Limits.DURATION_MS)
        @About(
            "Maximum time to wait in milliseconds, then the answer is `pending`; 0 "
                + "or omitted does not wait.")
        @Nullable Long waitMs) {}
