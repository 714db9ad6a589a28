package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("What people are told.")
public record McpNoticeArguments(
    @Required
        @Length(min = 1, max = Limits.CONTENT)
        @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
        @About("The message.")
        String message,
    @Length(min = 1, max = Limits.NAME) @About("A line above it.") @Nullable String title,
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("The session to tell it in; left out, it is the client's own.")
        @Nullable String sessionId,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
        @About(
            "Your own name for this message. The same message under the same name is told once, also"
                + " after a restart.")
        @Nullable String requestKey) {}
