package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.DELIVERY_STATUS;
import static dev.holdpoint.api.endpoint.QueryParameters.FORCE;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;
import static dev.holdpoint.api.endpoint.QueryParameters.PLUGIN;
import static dev.holdpoint.api.endpoint.QueryParameters.RUN;
import static dev.holdpoint.api.endpoint.QueryParameters.SESSION;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplayDeliveryRequest;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplayedDelivery;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** What is on its way out. */
final class DeliveryEndpoints {
  private static final String DELIVERY = "/v1/deliveries/{delivery_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
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
