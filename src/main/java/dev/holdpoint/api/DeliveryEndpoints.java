package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.Queries.CURSOR;
import static dev.holdpoint.api.Queries.DELIVERY_STATUS;
import static dev.holdpoint.api.Queries.FORCE;
import static dev.holdpoint.api.Queries.LIMIT;
import static dev.holdpoint.api.Queries.PAGE;
import static dev.holdpoint.api.Queries.PLUGIN;
import static dev.holdpoint.api.Queries.RUN;
import static dev.holdpoint.api.Queries.SESSION;

import java.util.List;

/** What is on its way out. */
final class DeliveryEndpoints {
  private static final String DELIVERY = "/v1/deliveries/{delivery_id}";

  static final List<Endpoint> ALL =
      Draft.all(
          get("listDeliveries", "/v1/deliveries", READ, "Lists deliveries, newest first")
              .lists(
                  DeliveryView.class, SESSION, RUN, PLUGIN, DELIVERY_STATUS, PAGE, CURSOR, LIMIT),
          get(
                  "listDeadLetteredDeliveries",
                  "/v1/deliveries/dead-letter",
                  READ,
                  "Lists dead letters, newest first")
              .lists(DeliveryView.class, SESSION, RUN, PLUGIN, PAGE, CURSOR, LIMIT),
          get("getDelivery", DELIVERY, READ, "One delivery").answers(DeliveryView.class),
          post("replayDelivery", DELIVERY + "/replay", DECIDE, KEYED, "Sends a dead letter again")
              .mayTake(ReplayDeliveryRequest.class, 201, ReplayedDelivery.class)
              .with(FORCE));

  private DeliveryEndpoints() {}
}
