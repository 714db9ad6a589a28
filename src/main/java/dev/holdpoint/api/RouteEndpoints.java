package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;

import dev.holdpoint.api.agent.AgentBodies.RouteView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** The ways to models. */
final class RouteEndpoints {
  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listRoutes", "/v1/routes", READ, "Lists the model routes, and which are ready")
              .lists(RouteView.class));

  private RouteEndpoints() {}
}
