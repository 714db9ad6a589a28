package dev.holdpoint.http.v1.delivery;

import dev.holdpoint.api.delivery.NotificationBodies.CreateNotificationRequest;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationDetail;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationEvent;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationFilter;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.delivery.NoticeDetail;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.Notifications;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.call.ReplyTargets;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is told that something waits, or went wrong. */
public final class NotificationHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Notifications notifications;
  private final ReplyTargets targets;

  public NotificationHandlers(
      ViewContext sight, Bodies bodies, Notifications notifications, ReplyTargets targets) {
    this.sight = sight;
    this.bodies = bodies;
    this.notifications = notifications;
    this.targets = targets;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createNotification", this::create,
        "listNotifications", this::list,
        "getNotification", this::get,
        "removeNotification", this::remove);
  }

  private Reply create(Call call) {
    CreateNotificationRequest body = bodies.read(call, CreateNotificationRequest.class);
    NotificationFilter filter = body.filter();
    String tenant = call.caller().tenantId();
    String wanted = filter == null ? null : filter.tenantId();
    checkTenant(wanted, tenant);
    Notifications.Made made =
        notifications.add(
            new Notifications.Spec(
                body.events().stream().map(event -> NoticeEvent.valueOf(event.name())).toList(),
                filter == null ? null : filter.sessionId(),
                wanted,
                targets.handle(body.target(), Problem.INVALID_REQUEST, "/target"),
                filter == null ? null : filter.concerning(),
                body.detail() == null ? null : NoticeDetail.valueOf(body.detail().name())),
            tenant,
            call.caller().principalId(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(Reply.json(201, view(made.subscription())), made.replayed());
  }

  private static void checkTenant(@Nullable String wanted, String own) {
    if (wanted != null && !wanted.equals(Tenants.ROOT) && !wanted.equals(own)) {
      throw Problem.INVALID_REQUEST
          .because(
              "There is no such tenant. Omit tenant_id for all tenants that you have "
                  + "access to.")
          .at("/filter/tenant_id", "is not a tenant")
          .asException();
    }
  }

  private Reply list(Call call) {
    String tenant = call.caller().tenantId();
    return sight.engine.read(
        queries ->
            Narrowed.shelf(
                queries,
                ListPages.of(call, "notifications " + tenant),
                Subscription.KIND,
                tenant.equals(Tenants.ROOT) ? null : tenant,
                OwnSight.orAll(call.caller(), OwnSight.of(queries, call.caller())::has),
                NotificationHandlers::view));
  }

  private Reply get(Call call) {
    String id = call.path("notification_id");
    Subscription subscription =
        sight.engine.read(
            queries ->
                ViewContext.kept(
                    queries, Subscription.KIND, Subscription.PREFIX, id, Subscription::id));
    return Reply.json(200, view(Notifications.found(subscription, call.caller().tenantId())));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    notifications.remove(call.path("notification_id"), call.caller().tenantId());
    return Reply.empty(204);
  }

  private static NotificationView view(Subscription subscription) {
    return new NotificationView(
        subscription.id(),
        subscription.events().stream()
            .map(event -> NotificationEvent.valueOf(event.name()))
            .toList(),
        new NotificationFilter(
            subscription.sessionId(), subscription.tenantId(), subscription.concerning()),
        subscription.target().plugin(),
        Deliveries.laneOf(subscription.target()),
        subscription.tellsTitle() ? NotificationDetail.TITLE : NotificationDetail.KIND,
        subscription.createdAtMs(),
        subscription.createdBy());
  }
}
