package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A notification, without its address.")
public record NotificationView(
    String notificationId,
    List<NotificationEvent> events,
    NotificationFilter filter,
    String plugin,
    @About("A digest of the address.") String target,
    long createdAtMs,
    String createdBy) {}
