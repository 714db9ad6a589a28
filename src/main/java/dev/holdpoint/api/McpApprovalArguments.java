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

@About("The request for a person's approval.")
public record McpApprovalArguments(
    @Required
        @Length(min = 1, max = Limits.REASON)
        @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
        @About("The reason, in words for the person who decides.")
        String reason,
    @Length(min = 1, max = Limits.NAME) @About("The tool or action that would run.")
        @Nullable String toolName,
    @MustBeObject
        @JsonLength(max = Limits.TOOL_INPUT)
        @About("The input of the tool or action. The person sees it, and may change it.")
        @Nullable JsonNode input,
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("The session of the request; if omitted, the client's own.")
        @Nullable String sessionId,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
        @About(
            "Your own key for this request. The same key finds the same request "
                + "again, pending or decided, also after a restart.")
        @Nullable String requestKey,
    @Range(min = 1, max = Limits.DURATION_MS)
        @About("The request expires after this time in milliseconds; if omitted, never.")
        @Nullable Long expiresAfterMs,
    @Range(min = 0, max = Limits.DURATION_MS)
        @About(
            "Maximum time to wait in milliseconds, then the answer is `pending`; 0 "
                + "does not wait. If omitted, it waits until there is a decision.")
        @Nullable Long waitMs) {}
