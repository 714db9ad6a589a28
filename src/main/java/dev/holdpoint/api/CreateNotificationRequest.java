package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A new notification: its target and its events.")
public record CreateNotificationRequest(
    @Required @Size(min = 1, max = Limits.NOTIFICATION_EVENTS) List<NotificationEvent> events,
    @Nullable NotificationFilter filter,
    @Required ReplyTarget target,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {
  public CreateNotificationRequest {
    events = Copies.of(events);
  }
}
