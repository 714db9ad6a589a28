package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About("What a person is asked to allow.")
public record McpApprovalArguments(
    @Required
        @Length(min = 1, max = Limits.REASON)
        @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
        @About("Why, in words for the person who decides.")
        String reason,
    @Length(min = 1, max = Limits.NAME)
        @About("What would be done: the name of a tool or an action.")
        @Nullable String toolName,
    @MustBeObject
        @JsonLength(max = Limits.TOOL_INPUT)
        @About("With what it would be done. The person sees it, and may change it.")
        @Nullable JsonNode input,
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("The session to ask in; left out, it is the client's own.")
        @Nullable String sessionId,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
        @About(
            "Your own name for this request. The same name finds the same request again, pending or"
                + " decided, also after a restart.")
        @Nullable String requestKey,
    @Range(min = 1, max = Limits.DURATION_MS)
        @About("After so many milliseconds it is too late to decide; left out, it never is.")
        @Nullable Long expiresAfterMs,
    @Range(min = 0, max = Limits.DURATION_MS)
        @About(
            "Wait at most so many milliseconds, then answer `pending`; 0 does not wait. Left out, it"
                + " waits until somebody has decided.")
        @Nullable Long waitMs) {}
