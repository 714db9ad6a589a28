package dev.holdpoint.api.delivery;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about notifications. */
public interface NotificationBodies {
  @About("A new notification: its target and its events.")
  record CreateNotificationRequest(
      @Required @Size(min = 1, max = Limits.NOTIFICATION_EVENTS) List<NotificationEvent> events,
      @Nullable NotificationFilter filter,
      @Required ReplyTarget target,
      @About("How much of a request a message contains; kind when unset.")
          @Nullable NotificationDetail detail,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public CreateNotificationRequest {
      events = Copies.of(events);
    }
  }

  @About("A notification, without its address.")
  record NotificationView(
      String notificationId,
      List<NotificationEvent> events,
      NotificationFilter filter,
      String plugin,
      @About("A digest of the address.") String target,
      NotificationDetail detail,
      long createdAtMs,
      String createdBy) {}

  @About(
      "kind: the kind of call and whether its risk is high, and nothing of the input; "
          + "title: the title of the request, without what looks like a secret.")
  enum NotificationDetail {
    KIND,
    TITLE
  }

  @About("An event that can be notified.")
  enum NotificationEvent {
    APPROVAL_REQUESTED,
    QUESTION_REQUESTED,
    EXPIRING_SOON,
    RUN_FAILED,
    UNSEEN,
    ASSIGNED,
    ESCALATED,
    APPROVAL_RESOLVED,
    QUESTION_RESOLVED
  }

  @About("Restricts the notification; all events when unset.")
  record NotificationFilter(
      @Length(min = 1, max = Limits.SESSION_ID) @OmitIfUnset @Nullable String sessionId,
      @Length(min = 1, max = Limits.ID) @OmitIfUnset @Nullable String tenantId,
      @About(
              "person: or group: and a name: only gates that they may decide, that are assigned to "
                  + "them, or that they watch. With assigned: only what is assigned to them.")
          @JsonProperty("for")
          @Length(min = 1, max = Limits.ID)
          @Matches(
              value = "^(person|group):[^\\u0000-\\u001f\\u007f-\\u009f]+$",
              message = "must be person: or group: and a name")
          @OmitIfUnset
          @Nullable String concerning) {
    public NotificationFilter(@Nullable String sessionId, @Nullable String tenantId) {
      this(sessionId, tenantId, null);
    }
  }
}
