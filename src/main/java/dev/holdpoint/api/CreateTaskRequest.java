package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A task for one session.")
public record CreateTaskRequest(
    @Required @Length(min = 1, max = Limits.NAME) String title,
    @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
    @Required @Length(min = 1, max = Limits.CONTENT) String content,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {}
