package dev.holdpoint.http.v1.delivery;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplayDeliveryRequest;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplayedDelivery;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.DeliveryViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What is on its way out, and dead letters that are sent again. */
public final class DeliveryHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Deliveries deliveries;

  public DeliveryHandlers(ViewContext sight, Bodies bodies, Deliveries deliveries) {
    this.sight = sight;
    this.bodies = bodies;
    this.deliveries = deliveries;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listDeliveries",
        call -> list(call, status(call.query("status"))),
        "listDeadLetteredDeliveries",
        call -> list(call, DeliveryStatus.DEAD_LETTERED),
        "getDelivery",
        this::get,
        "replayDelivery",
        this::replay);
  }

  private static @Nullable DeliveryStatus status(@Nullable String word) {
    if (word == null) {
      return null;
    }
    return Arrays.stream(DeliveryStatus.values())
        .filter(status -> status.wire().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.INVALID_REQUEST
                    .because(
                        "status must be one of pending, retrying, delivered and dead_lettered.")
                    .asException());
  }

  private Reply list(Call call, @Nullable DeliveryStatus status) {
    String sessionId = call.query("session_id");
    String runId = call.query("run_id");
    String plugin = call.query("plugin");
    ListPages.Request wish =
        ListPages.of(call, String.join("\t", "deliveries " + status, sessionId, runId, plugin));
    return sight.engine.read(
        queries -> {
          DeliveryFilter filter = filter(queries, sessionId, runId, plugin, status);
          if (filter == null) {
            return ListPages.reply(wish, List.of(), () -> 0, null, ListOrder.NEWEST_FIRST);
          }
          if (call.caller().ownOnly()) {
            OwnSight own = OwnSight.of(queries, call.caller());
            return Narrowed.reply(
                wish,
                (below, limit) -> queries.deliveries(filter, below, limit),
                Delivery::key,
                delivery -> own.hasSession(delivery.slip().sessionKey()),
                delivery -> DeliveryViews.of(delivery, call.caller()));
          }
          long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
          List<Delivery> found = queries.deliveries(filter, below, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<Delivery> shown = more ? found.subList(0, wish.limit()) : found;
          return ListPages.reply(
              wish,
              shown.stream().map(each -> DeliveryViews.of(each, call.caller())).toList(),
              () -> queries.countDeliveries(filter),
              more ? new ListPages.Place(false, shown.getLast().key()) : null,
              ListOrder.NEWEST_FIRST);
        });
  }

  /** Null when nothing can be of such a session or run. */
  private static @Nullable DeliveryFilter filter(
      Queries queries,
      @Nullable String sessionId,
      @Nullable String runId,
      @Nullable String plugin,
      @Nullable DeliveryStatus status) {
    Long sessionKey = null;
    if (sessionId != null) {
      Session session = queries.session(sessionId);
      if (session == null) {
        return null;
      }
      sessionKey = session.key();
    }
    Long runKey = null;
    if (runId != null) {
      OptionalLong key = Ulid.keyOf("run_", runId);
      if (key.isEmpty()) {
        return null;
      }
      runKey = key.getAsLong();
    }
    return new DeliveryFilter(sessionKey, runKey, plugin, status);
  }

  private Reply get(Call call) {
    String id = call.path("delivery_id");
    OptionalLong key = Ulid.keyOf(Delivery.PREFIX, id);
    Delivery found =
        key.isEmpty() ? null : sight.engine.read(queries -> queries.delivery(key.getAsLong()));
    if (found == null || !found.id().equals(id)) {
      throw Deliveries.notFound();
    }
    return Reply.json(200, DeliveryViews.of(found, call.caller()));
  }

  private Reply replay(Call call) {
    ReplayDeliveryRequest body = bodies.read(call, ReplayDeliveryRequest.class);
    Deliveries.Replay replay =
        deliveries.replay(
            call.path("delivery_id"),
            call.flag("force") || Boolean.TRUE.equals(body.force()),
            call.caller().principalId(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(
        Reply.json(
            replay.isNew() || replay.isRepeated() ? 201 : 200,
            new ReplayedDelivery(
                replay.original().id(), DeliveryViews.of(replay.replay(), call.caller()))),
        replay.isRepeated());
  }
}
