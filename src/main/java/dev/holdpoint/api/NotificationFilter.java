package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Restricts the notification; all events when unset.")
public record NotificationFilter(
    @Length(min = 1, max = Limits.SESSION_ID) @OmitIfUnset @Nullable String sessionId,
    @Length(min = 1, max = Limits.ID) @OmitIfUnset @Nullable String tenantId) {}
