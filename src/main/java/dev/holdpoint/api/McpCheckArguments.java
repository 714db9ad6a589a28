package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import org.jspecify.annotations.Nullable;

@About("Which request is asked about: by request_key or by request_id.")
public record McpCheckArguments(
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @About("The name under which it was asked.")
        @Nullable String requestKey,
    @Length(min = 1, max = Limits.ID) @About("The request_id that was given back.")
        @Nullable String requestId,
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("The session in which request_key was used; left out, it is the client's own.")
        @Nullable String sessionId,
    @Range(min = 0, max = Limits.DURATION_MS)
        @About(
            "Wait at most so many milliseconds, then answer `pending`; 0 does not wait. Left out, it"
                + " does not wait.")
        @Nullable Long waitMs) {}
