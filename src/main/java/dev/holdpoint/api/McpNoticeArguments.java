package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("The text of the message.")
public record McpNoticeArguments(
    @Required
        @Length(min = 1, max = Limits.CONTENT)
        @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
        @About("The message.")
        String message,
    @Length(min = 1, max = Limits.NAME) @About("A title for the message.") @Nullable String title,
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @About("The session of the message; if omitted, the client's own.")
        @Nullable String sessionId,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
        @About(
            "Your own key for this message. The same message with the same key is "
                + "sent only once, also after a restart.")
        @Nullable String requestKey) {}
